import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '../../apps/api/src/env.ts'
import { smallMemory } from '../small-memory.mjs'

const unit = readFileSync(path.resolve(import.meta.dirname, '../../docs/systemd/marashi.service'), 'utf8')
const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-unit-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What apps/api/src/main.ts takes at most after DRAIN_SECONDS. */
const EXIT_SECONDS = 40
const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
/** The unit of several processes, made with the guide's own words. */
function templateOfGuide(): string {
  const script = /^sed '([^']+)' marashi\.service > marashi@\.service$/m.exec(guide)?.[1]
  return execFileSync('sed', [script ?? ''], { input: unit, encoding: 'utf8' })
}
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
/** What the shop sees where the owner's file is .env.example as it comes: an empty value counts as none. */
const environment = {
  ...parseEnv(readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8')),
  ...Object.fromEntries(
    [...settingOf('ExecStart').matchAll(/ ([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  ),
}

describe('docs/systemd/marashi.service', () => {
  it('gives the shop time to end in', () => {
    const { DRAIN_SECONDS } = readEnvironment(environment)
    expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(DRAIN_SECONDS + EXIT_SECONDS)
  })

  it('runs a real shop, whatever its owner’s file says of the environment', () => {
    expect(environment.NODE_ENV).toBe('production')
    expect(unit).not.toMatch(/^Environment=/m)
  })

  it('starts while the disk of its backups is away, and outlives a child that takes too much memory', () => {
    expect(unit).toMatch(/^#ReadWritePaths=-/m)
    expect(settingOf('OOMPolicy')).toBe('continue')
  })

  it('may listen on every address of the machine, which Node asks the kernel for over netlink', () => {
    expect(settingOf('RestrictAddressFamilies').split(' ')).toContain('AF_NETLINK')
  })

  it('is started again for as long as its database is away, which ends each start at once', () => {
    expect([settingOf('Restart'), settingOf('StartLimitIntervalSec')]).toEqual(['always', '0'])
    expect(Number(settingOf('RestartSec'))).toBeGreaterThanOrEqual(10)
  })

  it('keeps the shop as small in memory as npm start does, and its data where it may write', () => {
    for (const flag of smallMemory.flags) expect(settingOf('ExecStart')).toContain(` ${flag} `)
    expect(environment).toMatchObject(smallMemory.env)
    expect(environment.DATA_DIR).toBe(`/var/lib/${settingOf('StateDirectory')}`)
  })

  it.skipIf(process.platform !== 'linux')(
    'becomes three processes as the guide says, where the proxies look for them',
    () => {
      const template = templateOfGuide()
      expect(template).toMatch(/^User=marashi$/m)
      expect(template).toContain(' NODE_ENV=production PORT=400%i DATA_DIR=')
      const proxy = readFileSync(path.resolve(import.meta.dirname, '../../docs/proxies/haproxy.cfg'), 'utf8')
      for (const instance of [0, 1, 2]) expect(proxy).toContain(`127.0.0.1:400${instance}\n`)
    },
  )

  it('names each of the three where the guide stops and starts them: systemd starts nothing of a pattern that has stopped', () => {
    const all = 'marashi@0 marashi@1 marashi@2'
    const commands = [...guide.matchAll(/systemctl ([a-z]+(?: --now)?) ([^`\n]*marashi[^`\n]*)/g)].map((found) =>
      found.slice(1, 3).join(' '),
    )
    expect(commands).toEqual([
      'stop marashi',
      'start marashi',
      'disable --now marashi',
      `enable --now ${all}`,
      `stop ${all}`,
      `start ${all}`,
    ])
    expect(guide).not.toMatch(/starts? `?'?marashi@\*/)
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!hasSystemd)(
    'is accepted by systemd, which refuses a broken one and finds the service well locked in',
    () => {
      const file = path.join(folder, 'marashi.service')
      const verify = (text: string, name = 'marashi.service') => {
        // The files that it names lie elsewhere here.
        const local = text
          .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
          .replaceAll('/opt/marashi', folder)
        const written = path.join(folder, name)
        writeFileSync(written, local)
        const { status, stderr } = spawnSync('systemd-analyze', ['verify', written], { encoding: 'utf8' })
        return { status, said: stderr.split('\n').filter((line) => line.includes(name.replace('@1', '@'))) }
      }
      expect(verify(unit.replace('Restart=always', 'Restart=sometimes')).said).not.toEqual([])
      expect(verify(unit)).toEqual({ status: 0, said: [] })
      expect(verify(templateOfGuide(), 'marashi@1.service')).toEqual({ status: 0, said: [] })
      const exposure = execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', file], {
        encoding: 'utf8',
      })
      expect(Number(/exposure level for marashi\.service: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThan(2)
    },
  )
})
