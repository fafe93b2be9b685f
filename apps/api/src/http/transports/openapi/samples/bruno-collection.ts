import type { OpenAPIObject } from 'trpc-to-openapi'
import { type SampleCall, sampleCalls } from './sample-call.ts'

/**
 * The document as a collection that Bruno imports (usebruno.com, an open client for APIs that keeps files on one's own disk): a
 * folder for each tag, the shop's address and the key as variables of an environment.
 */
export function brunoCollection(document: OpenAPIObject, publicUrl: string): object {
  const folders = Map.groupBy(sampleCalls(document), ({ folder }) => folder)
  return {
    name: document.info.title,
    version: '1',
    items: [...folders].map(([name, calls], nth) => ({
      type: 'folder',
      name,
      seq: nth + 1,
      items: calls.map((call, position) => requestOf(call, position + 1)),
    })),
    environments: [
      {
        name: 'Shop',
        variables: [
          { name: 'url', value: publicUrl, type: 'text', enabled: true, secret: false },
          { name: 'key', value: '', type: 'text', enabled: true, secret: true },
        ],
      },
    ],
    brunoConfig: { version: '1', name: document.info.title, type: 'collection' },
  }
}

function requestOf(call: SampleCall, seq: number): object {
  const { method, path, name, needs, parameters, known, description } = call
  const query = new URLSearchParams(Object.entries(parameters.query).map(([key, value]) => [key, String(value)]))
  return {
    type: 'http',
    name: `${method} ${path}`,
    seq,
    request: {
      url: `{{url}}/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}${query.size > 0 ? `?${query}` : ''}`,
      method,
      headers: Object.entries(parameters.header).map(([header, value]) => ({
        name: header,
        value: String(value),
        enabled: true,
      })),
      params: known.map(({ name: parameter, in: where, value, isNeeded, description: words }) => ({
        name: parameter,
        value: String(value ?? ''),
        description: words,
        type: where,
        enabled: isNeeded,
      })),
      // A session's cookie is kept by Bruno once it has logged in.
      auth: needs === 'key' ? { mode: 'bearer', bearer: { token: '{{key}}' } } : { mode: 'none' },
      body: bodyOf(call),
      script: {},
      vars: {},
      assertions: [],
      tests: '',
      docs: [name, description].filter(Boolean).join('\n\n'),
    },
  }
}

function bodyOf({ body, files }: SampleCall): object {
  if (files.length > 0) {
    const fields = files.map((name) => ({ name, value: [], type: 'file', enabled: true }))
    return { mode: 'multipartForm', multipartForm: fields }
  }
  return body === undefined ? { mode: 'none' } : { mode: 'json', json: JSON.stringify(body, null, 2) }
}
