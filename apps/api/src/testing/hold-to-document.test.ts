import fastify from 'fastify'
import { expect, it } from 'vitest'
import { holdToDocument } from './hold-to-document.ts'

const named = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    image: { type: ['string', 'null'], description: 'Absolute address of the picture; null where it has none' },
  },
  required: ['name'],
  additionalProperties: false,
}
const refused = { type: 'object', properties: { code: { enum: ['NOT_FOUND'] } }, required: ['code'] }
const refusal = { schema: { $ref: '#/components/schemas/Refused' } }
const described = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
      apiKey: { type: 'http', scheme: 'bearer' },
    },
    schemas: { Refused: refused },
    responses: {
      NOT_FOUND: {
        description: 'None',
        content: { 'application/json': refusal, 'application/problem+json': refusal },
      },
    },
  },
  paths: {
    '/perfumes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'one',
        responses: {
          200: { description: 'One', content: { 'application/json': { schema: named } } },
          202: { description: 'Later' },
          404: { $ref: '#/components/responses/NOT_FOUND' },
        },
      },
    },
  },
}

async function answering(statusCode: number, type: string, body: string) {
  const app = fastify()
  app.get('/api/perfumes/:id', (_, reply) => reply.code(statusCode).type(type).send(body))
  app.get('/api/elsewhere', (_, reply) => reply.send({}))
  await holdToDocument(app, described)
  return app
}

it.each([
  [200, 'application/json', '{"name":"Oud"}'],
  [200, 'application/json', '{"name":"Oud","image":"https://shop.example/media/oud.jpg"}'],
  [200, 'application/json', '{"name":"Oud","image":null}'],
  [202, 'text/plain', ''],
  [404, 'application/json', '{"code":"NOT_FOUND"}'],
  [404, 'application/problem+json', '{"code":"NOT_FOUND"}'],
])('lets through what the document describes: %s %s %s', async (...answer) => {
  const app = await answering(...answer)
  expect((await app.inject('/api/perfumes/1')).statusCode).toBe(answer[0])
})

it.each([
  [200, 'application/json', '{}', 'the document has another body'],
  [200, 'application/json', '{"name":"Oud","price":1}', 'the document has another body'],
  [200, 'application/json', '{"name":"Oud","image":"/media/oud.jpg"}', 'the document has another body'],
  [200, 'text/html', '<p>Oud', 'the document does not list text/html'],
  [202, 'text/plain', 'Oud', 'the document lists no body'],
  [404, 'application/json', '{"code":"GONE"}', 'the document has another body'],
  [404, 'application/problem+json', '{"code":"GONE"}', 'the document has another body'],
  [409, 'application/json', '{}', 'the document does not list this status'],
])('throws at what it does not: %s %s %s', async (status, type, body, difference) => {
  const app = await answering(status, type, body)
  await expect(app.inject('/api/perfumes/1')).rejects.toThrow(difference)
})

it('throws at an answer of an address that the document does not have', async () => {
  const app = await answering(200, 'application/json', '{}')
  await expect(app.inject('/api/elsewhere')).rejects.toThrow('this address is not in the document')
})
