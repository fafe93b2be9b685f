import { readFileSync } from 'node:fs'

/** What nobody but the shop may know. Each of these may also lie in a file that its name with _FILE leads to. */
const secretKeys = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_KEY',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'ADMIN_PASSWORD',
  'ADMIN_PASSWORD_HASH',
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_PASSKEY',
  'MPESA_SECURITY_CREDENTIAL',
  'MPESA_INITIATOR_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
] as const

/** The names of the variables that lead to files. */
export const secretFileKeys: readonly string[] = secretKeys.map((key) => `${key}_FILE`)

type Variables = Record<string, string | undefined>

/**
 * The variables with every secret that a file holds, without the line's end; and what is wrong with those files, a line
 * each: one that cannot be read, an empty one, and a secret that is set both ways.
 */
export function readSecretFiles(source: Variables): { variables: Variables; problems: string[] } {
  const variables = { ...source }
  const problems: string[] = []
  for (const key of secretKeys) {
    const file = source[`${key}_FILE`]
    if (!file) continue
    const { secret, problem } = readSecret(file)
    if (source[key]) problems.push(`${key}_FILE: ${key} is set too, and only one of the two may be`)
    else if (problem) problems.push(`${key}_FILE: ${problem}`)
    else variables[key] = secret
  }
  return { variables, problems }
}

function readSecret(file: string): { secret?: string; problem?: string } {
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    return secret ? { secret } : { problem: `${file} is empty` }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOENT') return { problem: `there is no file ${file}` }
    return { problem: `${file} cannot be read (${code})` }
  }
}
