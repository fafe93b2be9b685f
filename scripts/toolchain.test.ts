import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** In place of npm: brings the two programs, empty, and writes down that it was asked. */
const npm = `
  const { appendFileSync, mkdirSync } = require('node:fs')
  appendFileSync(process.env.ASKED, 'asked ')
  const { arch, platform } = process
  const musl = platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? '-musl' : ''
  mkdirSync('node_modules/node-' + platform + '-' + arch + '/bin', { recursive: true })
  mkdirSync('node_modules/@pnpm/exe.' + platform + '-' + arch + musl, { recursive: true })`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marashi toolchain '))
  for (const name of ['child.mjs', 'log.mjs', 'toolchain.mjs', 'toolchain'])
    cpSync(path.join(import.meta.dirname, name), path.join(folder, 'scripts', name), { recursive: true })
  writeFileSync(path.join(folder, 'npm-cli.cjs'), npm)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Readies the toolchain as every command does; answers how often npm has been asked so far. */
function ready(): number {
  const asked = path.join(folder, 'asked')
  const program = `await (await import('./scripts/toolchain.mjs')).readyToolchain()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: { ...process.env, npm_execpath: path.join(folder, 'npm-cli.cjs'), ASKED: asked },
    stdio: 'pipe',
  })
  return readFileSync(asked, 'utf8').trim().split(' ').length
}

describe('the toolchain', () => {
  // See docs/decisions/024-node-24-on-linux.md.
  it.runIf(process.platform === 'linux')('has a Node that needs no libatomic', () => {
    expect(readFileSync(process.execPath).includes('libatomic.so')).toBe(false)
  })

  it('is fetched once, and again where its programs are gone or are another machine’s', () => {
    expect([ready(), ready()]).toEqual([1, 1])
    const modules = path.join(folder, '.toolchain', 'node_modules')
    rmSync(modules, { recursive: true })
    expect([ready(), ready()]).toEqual([2, 2])
    rmSync(modules, { recursive: true })
    mkdirSync(path.join(modules, 'node-plan9-mips', 'bin'), { recursive: true })
    expect([ready(), ready()]).toEqual([3, 3])
  })

  it('is fetched again where a power cut left its programs empty: each command would end as if it were done', () => {
    ready()
    for (const program of globSync('.toolchain/node_modules/{node-*/bin,@pnpm/exe.*}', { cwd: folder })) {
      writeFileSync(path.join(folder, program, 'program'), '')
      const asked = ready()
      expect(ready()).toBe(asked)
    }
    expect(ready()).toBe(3)
  })

  it('leaves nothing of installations that were killed, and that of one that still runs', () => {
    const { pid: ended } = spawnSync('true')
    const names = [`.toolchain.draft-${ended}`, `.toolchain.old-${ended}`, `.toolchain.draft-${process.pid}`]
    for (const name of names) mkdirSync(path.join(folder, name, 'node_modules'), { recursive: true })
    ready()
    expect(readdirSync(folder).filter((name) => name.startsWith('.toolchain.'))).toEqual([names[2]])
    expect(existsSync(path.join(folder, '.toolchain', 'package-lock.json'))).toBe(true)
  })
})
