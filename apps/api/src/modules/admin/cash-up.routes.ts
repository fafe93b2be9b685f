import multipart from '@fastify/multipart'
import { statementImported } from '@marashi/domain/contracts/admin-cash-up'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../http/context.ts'
import { addAdministratorRoute } from '../../http/rest-operation.ts'
import { ShopError } from '../../shop-error.ts'
import { importStatement } from '../payments/daily-check/import-statement.ts'

// About 50,000 lines.
const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 60_000

/** `POST /admin/cash-up/statement`: one file in the field `file`. The body is read only after the session is checked. */
export async function mountStatementRoute(
  app: FastifyInstance,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): Promise<void> {
  await app.register(async (routes) => {
    await routes.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, fileSize: MAX_BYTES, headerPairs: 20 },
    })
    addAdministratorRoute(routes, createContext, statementRoute, async (ctx, request) =>
      importStatement(ctx, await readFile(request)),
    )
  })
}

const statementRoute = {
  method: 'POST' as const,
  url: '/admin/cash-up/statement',
  handlerTimeout: TIMEOUT_MS,
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const,
  description: {
    operationId: 'admin-cashUp-importStatement',
    tags: ['Administrator'],
    summary: 'Import a statement of a gateway’s own pages',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object' as const,
            properties: {
              file: {
                type: 'string' as const,
                format: 'binary',
                description: 'A CSV statement of the M-Pesa portal, at most 10 MB',
              },
            },
            required: ['file'],
          },
        },
      },
    },
    responses: {
      200: {
        description: 'What was read; a file with a row that cannot be read is refused whole',
        content: { 'application/json': { schema: statementImported } },
      },
    },
  },
}

/** The bytes of the only file. The client's file name and content type are ignored: the bytes decide. */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw unreadable('UNSUPPORTED_MEDIA_TYPE')
  let file: Buffer | undefined
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer()
      if (part.fieldname === 'file') file = bytes
    }
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new ShopError('PAYLOAD_TOO_LARGE', 'File is too large. Maximum size is 10MB; import a shorter period.')
    }
    throw unreadable('BAD_REQUEST')
  }
  if (!file) throw unreadable('BAD_REQUEST')
  return file
}

const unreadable = (kind: 'BAD_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE') =>
  new ShopError(kind, 'Invalid file. Send one statement as multipart/form-data, in the field file.')
