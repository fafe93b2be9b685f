import { statementImported } from '@marashi/domain/contracts/admin-cash-up'
import { maxStatementBytes, uploadTimeoutMs } from '@marashi/domain/rules/upload-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../http/context.ts'
import { acceptOnlyFile } from '../../http/only-file.ts'
import { addFileRoute } from '../../http/rest-operation.ts'
import { importStatement } from '../payments/daily-check/import-statement.ts'

const messages = {
  tooLarge: 'File is too large. Maximum size is 10MB; import a shorter period.',
  unreadable: 'Invalid file. Send one statement as multipart/form-data, in the field file.',
}

/** `POST /admin/cash-up/statement`: one file in the field `file`. The body is read only after the session is checked. */
export async function mountStatementRoute(
  app: FastifyInstance,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): Promise<void> {
  await app.register(async (routes) => {
    const readFile = await acceptOnlyFile(routes, { field: 'file', maxBytes: maxStatementBytes, messages })
    addFileRoute(routes, createContext, { ...statementRoute, readFile }, importStatement)
  })
}

const statementRoute = {
  area: 'payments' as const,
  url: '/admin/cash-up/statement',
  handlerTimeout: uploadTimeoutMs,
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
