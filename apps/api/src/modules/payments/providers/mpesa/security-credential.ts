import { constants, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Environment } from '../../../../env.ts'

type Settings = Pick<Environment, 'MPESA_SECURITY_CREDENTIAL' | 'MPESA_INITIATOR_PASSWORD' | 'MPESA_CERTIFICATE_FILE'>

/**
 * The operator's password as Daraja wants it: encrypted with Daraja's certificate. Undefined where it is not set, and where
 * the certificate cannot be used: a file that did not come along to a new machine must not keep the shop closed.
 */
export const securityCredential = (env: Settings): string | undefined => made(env).credential

/** Why Daraja's certificate cannot be used; undefined where it can, or is not needed. */
export const certificateProblem = (env: Settings): string | undefined => made(env).problem

function made(env: Settings): { credential?: string; problem?: string } {
  const { MPESA_SECURITY_CREDENTIAL: credential, MPESA_INITIATOR_PASSWORD: password } = env
  const { MPESA_CERTIFICATE_FILE: file } = env
  if (credential) return { credential }
  if (!password || !file) return {}
  try {
    const key = { key: readFileSync(file, 'utf8'), padding: constants.RSA_PKCS1_PADDING }
    return { credential: publicEncrypt(key, Buffer.from(password)).toString('base64') }
  } catch (error) {
    // What OpenSSL says of a file that is no certificate helps nobody.
    const isUnread = error instanceof Error && 'syscall' in error && 'code' in error
    return { problem: isUnread ? `${file} cannot be read (${error.code})` : `${file} holds no certificate` }
  }
}
