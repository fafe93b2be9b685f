import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runProgram } from '@marashi/api/testing/guides/snippets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from './testing/check-types.ts'

const own = path.join(import.meta.dirname, '..')
const root = path.join(own, '../..')

/** A project of somebody else, which has installed the package as it would be published. */
let project: string
let installed: string
beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'marashi-sdk-'))
  const modules = path.join(project, 'node_modules')
  await mkdir(path.join(modules, '@marashi'), { recursive: true })
  await runProgram('pnpm', ['pack', '--pack-destination', project], { cwd: own, env: process.env })
  const archive = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? ''
  await runProgram('tar', ['-xzf', path.join(project, archive), '-C', project])
  installed = path.join(modules, '@marashi/sdk')
  await symlink(path.join(project, 'package'), installed)
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    const linked = path.join(root, 'node_modules/.pnpm/node_modules', name)
    await symlink(linked, path.join(modules, name))
  }
}, 120_000)
afterAll(() => rm(project, { recursive: true }))

it('holds what is published, and needs nothing of ours', async () => {
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const files = await readdir(path.join(installed, 'dist'))
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'document.d.ts']))
  expect(files.filter((name) => /test/.test(name))).toEqual([])
  const { exports, dependencies, license } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  expect(exports).toEqual({ '.': { types: './dist/index.d.ts', default: './dist/index.js' } })
  expect(dependencies).toEqual({ 'openapi-fetch': expect.stringMatching(/^\d/) })
  expect(license).toBe('MIT')
  expect(await readFile(path.join(own, 'LICENSE'), 'utf8')).toBe(await readFile(path.join(root, 'LICENSE'), 'utf8'))
})

it('runs and is typed in somebody else’s project', async () => {
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(
    path.join(project, 'right.ts'),
    `import { answerOf, shopClient, type Webhook } from '@marashi/sdk'
const shop = shopClient({ url: 'https://shop.example', fetch: async () => Response.json({ paymentState: 'paid' }) })
const { paymentState } = await answerOf(shop.GET('/orders/{id}', { params: { path: { id: 'x' } } }))
console.log(paymentState === 'paid')
export const numberOf = (event: Webhook) => (event.type === 'order.paid' ? event.data.orderNumber : undefined)
`,
  )
  await writeFile(
    path.join(project, 'wrong.ts'),
    `import { shopClient } from '@marashi/sdk'
await shopClient({ url: '' }).GET('/nowhere')
`,
  )
  const options = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: [],
    lib: ['es2022', 'dom'],
  }
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  expect(compile(project).match(/^\w+\.ts\(\d+/gm)).toEqual(['wrong.ts(2'])
  expect(await runProgram(process.execPath, [path.join(project, 'right.ts')])).toBe('true\n')
}, 120_000)
