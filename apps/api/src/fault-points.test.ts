import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { armFaultPoint } from './fault-points.ts'

const run = promisify(execFile)

/** A process that arms `armed`, reaches `order-stored`, and prints a line if it is still running. */
function comeBy(armed: string | undefined) {
  const module = JSON.stringify(path.join(import.meta.dirname, 'fault-points.ts'))
  const name = JSON.stringify(armed) ?? 'undefined'
  const script = `import(${module}).then(({ armFaultPoint, faultPoint }) => { armFaultPoint(${name}); faultPoint('order-stored'); console.log('alive') })`
  return run(process.execPath, ['-e', script])
}

describe('a fault point', () => {
  it('kills the process at once where it is armed, and does nothing elsewhere', async () => {
    await expect(comeBy('order-stored')).rejects.toMatchObject({ signal: 'SIGKILL', stdout: '' })
    expect((await comeBy('settle-locked')).stdout).toBe('alive\n')
    expect((await comeBy(undefined)).stdout).toBe('alive\n')
  })

  it('is refused where its name is no point', () => {
    expect(() => armFaultPoint('lunch')).toThrow('no point lunch')
  })
})
