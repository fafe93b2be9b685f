import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A new key and certificate for `localhost` and 127.0.0.1, as PEM, so that no key lies in the repository. */
export function selfSignedCertificate(): { key: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(publicKey)
  const signature = bitString(sign('sha256', body, privateKey))
  const certificate = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** Version 3, and an issuer that is the subject, as RFC 5280 lays them out. */
function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from('localhost')))))
  const validity = sequence(tagged(0x18, Buffer.from('20200101000000Z')), tagged(0x18, Buffer.from('21200101000000Z')))
  const otherNames = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(sequence(objectId('551d11'), tagged(0x04, otherNames)))
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  )
}

/** One value in DER: its tag, its length, its content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const bitString = (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]))
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
