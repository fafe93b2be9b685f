import type { OpenAPIObject } from 'trpc-to-openapi'

type PathItem = NonNullable<OpenAPIObject['paths']>[string]
type DescribedOperation = NonNullable<PathItem['get']>

export interface DocumentedOperation extends DescribedOperation {
  /** Method and address, `GET /products/{id}`. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  address: string
  /** Every error that the document lists for it, `409 STALE`. */
  documentedErrors: string[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The operations of the shop's document, one by one. */
export function documentedOperations({ paths = {}, components }: OpenAPIObject): DocumentedOperation[] {
  const errorsOf = ({ responses = {} }: DescribedOperation) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const name = String((response as { $ref?: string }).$ref).replace('#/components/responses/', '')
      const schema = JSON.stringify(components?.responses?.[name] ?? {})
      const codes: string[] = JSON.parse(/"enum":(\[[^\]]*\])/.exec(schema)?.[1] ?? '[]')
      return codes.map((code) => `${status} ${code}`)
    })
  return Object.entries(paths).flatMap(([address, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const verb = method.toUpperCase() as DocumentedOperation['method']
      return [
        { ...operation, name: `${verb} ${address}`, method: verb, address, documentedErrors: errorsOf(operation) },
      ]
    }),
  )
}

/**
 * A response in the form of documented errors, `409 STALE`; the status alone where it is no error. Throws where the members of
 * RFC 9457 do not say the same as the shop's own.
 */
export function errorOf({ statusCode, body }: { statusCode: number; body: string }): string {
  if (statusCode < 400) return String(statusCode)
  const { error, code, type, title, status, detail, requestId, instance } = JSON.parse(body)
  const isOfCode = String(type).includes(`?code=${code}#`) && typeof title === 'string' && title !== ''
  const isNamed = (requestId === undefined) === (instance === undefined)
  if (!isOfCode || status !== statusCode || detail !== error || !isNamed)
    throw new Error(`no problem document: ${body}`)
  return `${statusCode} ${code}`
}
