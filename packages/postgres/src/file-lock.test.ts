import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdAlone, holdTogether, tryHoldAlone } from './file-lock.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-lock-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a lock on a file', () => {
  it('is held by one alone, or by any number together', () => {
    const file = path.join(folder, 'turns')
    const alone = tryHoldAlone(file)
    expect(tryHoldAlone(file)).toBeUndefined()
    expect(() => holdTogether(file)).toThrow('held by another')
    alone?.release()
    const together = [holdTogether(file), holdTogether(file)]
    expect(tryHoldAlone(file)).toBeUndefined()
    for (const each of together) each.release()
    expect(tryHoldAlone(file)).toBeDefined()
  })

  it('gives up when nobody releases it', async () => {
    const file = path.join(folder, 'patience')
    const held = await holdAlone(file)
    await expect(holdAlone(file, 50)).rejects.toThrow('has been held by another process for 0.05 s')
    held.release()
  })

  it('ends with the process that holds it, even when that is killed', async () => {
    const file = path.join(folder, 'killed')
    const module = JSON.stringify(new URL('./file-lock.ts', import.meta.url).href)
    const script = `const { holdAlone } = await import(${module}); await holdAlone(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', script])
    await once(holder.stdout, 'data')
    expect(tryHoldAlone(file)).toBeUndefined()
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const mine = await holdAlone(file, 1000)
    mine.release()
  })
})
