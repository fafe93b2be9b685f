import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What no owner, log or stored row may hold of a refusal. */
export const secretsOfRefusal = ['AKIDEXAMPLE', 'f3a1c0ffee', '20261128T000000Z', 'x-amz-content-sha256']

/** A refusal of S3, with all that it repeats of the request. */
export const refusalBody = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>Refused</Message><AWSAccessKeyId>AKIDEXAMPLE</AWSAccessKeyId>
<StringToSign>AWS4-HMAC-SHA256 20261128T000000Z</StringToSign><SignatureProvided>f3a1c0ffee</SignatureProvided>
<CanonicalRequest>PUT x-amz-content-sha256</CanonicalRequest></Error>`

/** A store that refuses whatever it is asked, for one reason. */
export async function refusingStore(code: string) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(403).end(refusalBody(code)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  }
}
