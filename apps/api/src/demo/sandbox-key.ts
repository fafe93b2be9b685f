import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { keyAreas } from '@marashi/domain/contracts/api-keys'
import type { Context } from '../http/context.ts'
import { ApiKey } from '../modules/admin/api-keys/api-key.entity.ts'
import { createKey } from '../modules/admin/api-keys/create-key.ts'
import { keyHashOf } from '../modules/admin/api-keys/live-key.ts'

/**
 * The private file with the key that a developer tries the API of a demo shop with; the first start makes it. One that was
 * revoked is not made again. See docs/api/sandbox.md.
 */
export async function sandboxKeyFile(ctx: Context): Promise<string> {
  const file = path.resolve(ctx.env.DATA_DIR, 'sandbox-key')
  const saved = await readIfThere(file)
  if (saved && (await ctx.em.findOne(ApiKey, { keyHash: keyHashOf(saved) }))) return file
  const { key } = await createKey(ctx, { name: 'Sandbox', scopes: keyAreas.map((area) => `${area}:write` as const) })
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  return file
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
    throw problem
  }
}
