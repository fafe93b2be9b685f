import { constants, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Environment } from '../../../../env.ts'

type Settings = Pick<Environment, 'MPESA_SECURITY_CREDENTIAL' | 'MPESA_INITIATOR_PASSWORD' | 'MPESA_CERTIFICATE_FILE'>

/** The operator's password as Daraja wants it: encrypted with Daraja's certificate. Undefined where it is not set. */
export function securityCredential(env: Settings): string | undefined {
  const { MPESA_SECURITY_CREDENTIAL, MPESA_INITIATOR_PASSWORD: password, MPESA_CERTIFICATE_FILE: file } = env
  if (MPESA_SECURITY_CREDENTIAL) return MPESA_SECURITY_CREDENTIAL
  if (!password || !file) return undefined
  const key = { key: readFileSync(file, 'utf8'), padding: constants.RSA_PKCS1_PADDING }
  return publicEncrypt(key, Buffer.from(password)).toString('base64')
}
