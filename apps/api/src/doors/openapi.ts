import type { AnyProcedure } from '@trpc/server'
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import type { Environment } from '../env.ts'
import type { ProcedureMeta } from '../kernel/trpc.ts'
import type { AppRouter } from '../router.ts'

/**
 * The OpenAPI 3.1 document of everything under /api, from the same procedures that answer there. trpc-to-openapi
 * documents every success as 200 and every failure in tRPC's shape; both are put right here.
 */
export function openApiDocument(router: AppRouter, env: Environment): OpenAPIObject {
  const document = generateOpenApiDocument(router, {
    title: `${env.SHOP_NAME} shop API`,
    version: '1.0.0',
    description:
      'Prices are whole Kenyan shillings. Every failure answers `{error, code, fields?}`. Send an `Idempotency-Key` header ' +
      'with POST /orders: the same key and body answer the first order again.',
    openApiVersion: '3.1.0',
    baseUrl: `${env.PUBLIC_URL}/api`,
    tags: ['Catalogue', 'Reviews', 'Checkout', 'Orders', 'Payments', 'Administrator'],
  })
  for (const procedure of Object.values(router._def.procedures as unknown as Record<string, AnyProcedure>)) {
    const { openapi, status } = procedure._def.meta as ProcedureMeta
    const operation = openapi && document.paths?.[openapi.path]?.[openapi.method.toLowerCase() as 'get']
    if (!operation?.responses) continue
    const { 200: success, ...failures } = operation.responses
    const successStatus = status ?? 200
    operation.responses = {
      [successStatus]: successStatus === 204 ? { description: 'Done' } : success,
      ...Object.fromEntries(Object.keys(failures).map((code) => [code, errorResponse(code)])),
    }
  }
  document.paths = {
    ...document.paths,
    '/admin/uploads/image': { post: uploadOperation },
    '/admin/orders.csv': { get: csvOperation('orders', ['search', 'status']) },
    '/admin/payments.csv': { get: csvOperation('payments', ['search', 'method', 'status']) },
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: errorSchema, UploadedImage: uploadedImageSchema },
  }
  return document
}

const descriptions: Record<number, string> = {
  400: 'The input is not right; `fields` says where',
  401: 'No live session',
  404: 'There is no such thing',
  413: 'The file is larger than 5 MB or has too many pixels',
  415: 'The file is no JPEG, PNG, WebP, AVIF or HEIC picture',
  409: 'It conflicts with what is stored; for orders `quote` holds today’s prices',
  422: 'The Idempotency-Key was used for another body',
  429: 'Too many; Retry-After says when to come back',
  500: 'Our fault; `requestId` finds it in our log',
}

const errorResponse = (code: string) => ({
  description: descriptions[Number(code)] ?? 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const errorSchema = {
  type: 'object' as const,
  properties: {
    error: { type: 'string' as const, description: 'A sentence for people' },
    code: { type: 'string' as const, description: 'A word for programs' },
    fields: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
    quote: { $ref: '#/components/schemas/Quote' },
    requestId: { type: 'string' as const },
  },
  required: ['error', 'code'],
}

/** The books as a file, and so no procedure: modules/admin/csv-door.ts. */
const csvOperation = (what: string, filters: string[]) => ({
  tags: ['Administrator'],
  summary: `The ${what} that the same filters list, as a file for a spreadsheet`,
  parameters: filters.map((name) => ({ name, in: 'query' as const, schema: { type: 'string' as const } })),
  responses: {
    200: {
      description: 'UTF-8, newest first, amounts in shillings with two decimals',
      content: { 'text/csv': { schema: { type: 'string' as const } } },
    },
    ...Object.fromEntries(['400', '401'].map((code) => [code, errorResponse(code)])),
  },
})

/** The one address that takes no JSON and so is no procedure: modules/admin/pictures/upload-door.ts. */
const uploadOperation = {
  tags: ['Administrator'],
  summary: 'Upload a picture for a product',
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object' as const,
          properties: {
            image: {
              type: 'string' as const,
              format: 'binary',
              description: 'JPEG, PNG, WebP, AVIF or HEIC, at most 5 MB',
            },
          },
          required: ['image'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The address that a product’s `image` takes; unused, it is deleted after a day',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/UploadedImage' } } },
    },
    ...Object.fromEntries(['400', '401', '413', '415'].map((code) => [code, errorResponse(code)])),
  },
}

const uploadedImageSchema = {
  type: 'object' as const,
  properties: { url: { type: 'string' as const, description: 'Absolute address of the picture' } },
  required: ['url'],
}
