import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { environmentKeys } from '../../apps/api/src/env.ts'

const root = path.resolve(import.meta.dirname, '../..')
const composeFile = path.join(root, 'docker-compose.yml')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
const workshop = mkdtempSync(path.join(os.tmpdir(), 'marashi-compose-'))
afterAll(() => rmSync(workshop, { recursive: true, force: true }))

describe('docker-compose.yml', () => {
  const compose = parse(readFileSync(composeFile, 'utf8'))

  it('is accepted by the linter, which refuses a broken one', () => {
    expect(complaintsAbout(composeFile)).toEqual([])
    const broken = path.join(workshop, 'docker-compose.yml')
    copyFileSync(composeFile, broken)
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('depends_on:', 'depends_upon:'))
    expect(complaintsAbout(broken)).not.toEqual([])
  })

  it('lets the owner set every variable of the shop', () => {
    const forOwners = environmentKeys.filter((key) => key !== 'FAULT_POINT')
    expect(Object.keys(compose.services.shop.environment).sort()).toEqual(forOwners.sort())
  })

  it('asks for the password and the address, and has neither built in', () => {
    expect(compose.services.database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/)
    expect(compose.services.shop.environment.PUBLIC_URL).toMatch(/^\$\{PUBLIC_URL:\?.+\}$/)
  })

  it('starts the shop when the database answers, and keeps its data where PostgreSQL 18 puts it', () => {
    expect(compose.services.shop.depends_on.database.condition).toBe('service_healthy')
    expect(compose.services.database.volumes).toEqual(['database:/var/lib/postgresql'])
  })
})

describe('Dockerfile', () => {
  it('is accepted by the validator, which refuses a broken one', () => {
    expect(validate(dockerfile)).toEqual([])
    expect(validate(dockerfile.replace('EXPOSE 4000', 'EXPOSES 4000'))).not.toEqual([])
  })

  it('brings the pnpm that wrote the lock file', () => {
    const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(dockerfile).toContain(`npm install --global ${packageManager}`)
  })

  it('runs Node itself, not as root, so that a stop reaches the shop', () => {
    const last = dockerfile.split(/^FROM /m).at(-1)
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^CMD \["node", /m)
  })
})

function complaintsAbout(file: string): string[] {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const results: { messages: { message: string }[] }[] = linter.lintFiles([file], false)
  return results.flatMap(({ messages }) => messages.map(({ message }) => message))
}
