import type { OpenAPIObject } from 'trpc-to-openapi'
import { type SampleCall, sampleCalls } from './sample-call.ts'

/** Adds to each operation how it is called in curl and in TypeScript, as viewers of OpenAPI show it. */
export function addCodeSamples(document: OpenAPIObject, publicUrl: string): void {
  for (const call of sampleCalls(document)) {
    const item = document.paths?.[call.path] as Record<string, Record<string, unknown>> | undefined
    const operation = item?.[call.method.toLowerCase()]
    if (!operation) throw new Error(`${call.method} ${call.path} is not in the document`)
    operation['x-codeSamples'] = [
      { lang: 'shell', label: 'curl', source: curlOf(call, publicUrl) },
      { lang: 'typescript', label: 'TypeScript', source: typescriptOf(call, publicUrl) },
    ]
  }
}

const fileOf = (field: string) => (field === 'image' ? 'image.jpg' : `${field}.csv`)

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The key and the cookie come from the shell's environment, so that a sample can be run as it is. */
function curlOf({ method, path, needs, parameters, body, files }: SampleCall, publicUrl: string): string {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parameters.path[name])))
  const query = new URLSearchParams(Object.entries(parameters.query).map(([name, value]) => [name, String(value)]))
  const address = `${publicUrl}/api${inPath}${query.size > 0 ? `?${query}` : ''}`
  const options = [
    ...(needs === 'key' ? ['-H "Authorization: Bearer $MARASHI_KEY"'] : []),
    ...(needs === 'session' ? ['-H "Cookie: $MARASHI_COOKIE"'] : []),
    ...Object.entries(parameters.header).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...files.map((name) => `-F ${quoted(`${name}=@${fileOf(name)}`)}`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ]
  const isUsual = method === (body === undefined && files.length === 0 ? 'GET' : 'POST')
  return [`curl ${isUsual ? '' : `-X ${method} `}${quoted(address)}`, ...options].join(' \\\n  ')
}

function typescriptOf(call: SampleCall, publicUrl: string): string {
  const { method, path, needs, parameters, body, files, answers } = call
  const given = Object.entries(parameters).filter(([, values]) => Object.keys(values).length > 0)
  const form = files.map((name) => `${name}: await openAsBlob('${fileOf(name)}')`).join(', ')
  const options = [
    ...(given.length > 0 ? [`params: ${literal(Object.fromEntries(given))}`] : []),
    ...(body === undefined ? [] : [`body: ${literal(body)}`]),
    ...(form ? [`body: { ${form} }`] : []),
    ...(needs === 'session' ? ['headers: { Cookie: process.env.MARASHI_COOKIE }'] : []),
    ...(answers === 'text' ? ["parseAs: 'text'"] : []),
  ]
  const parameter = options.length > 0 ? `, {\n${options.map((each) => `${indented(each)},\n`).join('')}}` : ''
  const key = needs === 'key' ? ', key: process.env.MARASHI_KEY' : ''
  return [
    ...(form ? ["import { openAsBlob } from 'node:fs'"] : []),
    "import { answerOf, shopClient } from '@marashi/sdk'",
    '',
    `const shop = shopClient({ url: '${publicUrl}'${key} })`,
    `${answers === 'nothing' ? '' : 'const answer = '}await answerOf(shop.${method}('${path}'${parameter}))`,
    '',
  ].join('\n')
}

const indented = (text: string) => text.replaceAll(/^/gm, '  ')

/** As people write it: names of fields without quotes where they need none. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
