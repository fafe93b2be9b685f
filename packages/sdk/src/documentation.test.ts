import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { testPassword } from '@marashi/api/testing/build-test-app'
import { makeCategory, makeProduct } from '@marashi/api/testing/factories'
import { openSandboxShop, type SandboxShop } from '@marashi/api/testing/guides/sandbox-shop'
import { isPrinted, runProgram, type Snippet, snippetsIn } from '@marashi/api/testing/guides/snippets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkTypes, makeExamplesFolder } from './testing/check-types.ts'

const root = path.join(import.meta.dirname, '../../..')
const guides = path.join(root, 'docs/api')
/** Webhooks are checked in each language by the tests of the webhooks. */
const pages = [
  ...(await readdir(guides)).filter((name) => /\.md$/.test(name) && !/^(webhooks|changelog)\.md$/.test(name)),
].map((name) => path.join(guides, name))
pages.push(path.join(root, 'packages/sdk/README.md'))

let folder: string
let sandbox: SandboxShop
let env: Record<string, string | undefined>
beforeAll(async () => {
  sandbox = await openSandboxShop()
  const { orm } = sandbox.shop.deps
  await makeProduct(orm, await makeCategory(orm, 'Oud'), { price: 4_500 })
  const { PATH, HOME } = process.env
  env = { PATH, HOME, MARASHI_URL: sandbox.url, MARASHI_KEY: await sandbox.makeKey(), MARASHI_PASSWORD: testPassword }
  // Within the package, so that its name leads to it.
  folder = await makeExamplesFolder()
  await copyFile(path.join(root, 'apps/storefront/public/share.jpg'), path.join(folder, 'oud-zahra.jpg'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await sandbox[Symbol.asyncDispose]()
})

const codeOf = (snippets: Snippet[], language: string) => snippets.filter((each) => each.language === language)
const hasCurl = spawnSync('curl', ['--version']).error === undefined
const MARK = '--- the next snippet ---'

/** Snippets of the shell go on where the one before ended; answers what each printed. */
async function runShell(snippets: Snippet[]): Promise<string[]> {
  const file = path.join(folder, 'page.sh')
  await writeFile(file, snippets.map(({ code }) => `${code}\necho; echo '${MARK}'\n`).join(''))
  return (await runProgram('bash', ['--norc', '-euo', 'pipefail', file], { cwd: folder, env })).split(MARK)
}

describe.each(pages.map((page) => [path.relative(root, page), page]))('%s', (name, page) => {
  const stem = path.basename(name, '.md').toLowerCase()

  it.skipIf(!hasCurl)(
    'has commands that do what it says (needs curl)',
    async () => {
      const snippets = codeOf(snippetsIn(await readFile(page, 'utf8')), 'sh')
      const printed = snippets.length > 0 ? await runShell(snippets) : []
      for (const [nth, { code, printed: said }] of snippets.entries()) {
        if (said && !isPrinted(said, printed[nth] ?? '')) expect(printed[nth], code).toBe(said)
      }
    },
    60_000,
  )

  it('has programs that do what it says', async () => {
    const snippets = codeOf(snippetsIn(await readFile(page, 'utf8')), 'ts')
    for (const [nth, { code, printed: said }] of snippets.entries()) {
      const file = path.join(folder, `${stem}-${nth}.ts`)
      await writeFile(file, code)
      const printed = await runProgram(process.execPath, [file], { cwd: folder, env })
      if (said && !isPrinted(said, printed)) expect(printed, code).toBe(said)
    }
  }, 60_000)

  it('has no code that nobody runs', async () => {
    const languages = snippetsIn(await readFile(page, 'utf8')).map(({ language }) => language)
    expect(languages.filter((language) => language !== 'sh' && language !== 'ts')).toEqual([])
  })
})

it('has programs whose types are right', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(8)
  await copyFile(path.join(guides, 'first-sale.ts'), path.join(folder, 'first-sale.ts'))
  expect(await checkTypes(folder)).toBe('')
}, 120_000)

it('has a stranger’s first sale: product with picture, order, payment, webhook, refund', async () => {
  const program = path.join(guides, 'first-sale.ts')
  const printed = await runProgram(process.execPath, [program, 'oud-zahra.jpg'], { cwd: folder, env })
  expect(printed).toMatch(
    /^Put on sale: First Light, Ksh 1250\nPaid: MR\d+, Ksh (\d+)\nGiven back: Ksh \1, refunded\n$/,
  )
  const left = await sandbox.shop.query('select from webhook_endpoints')
  expect(left).toEqual([])
}, 60_000)
