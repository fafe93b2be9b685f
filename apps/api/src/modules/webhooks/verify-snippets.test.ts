import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram, snippetsIn } from '../../testing/guides/snippets.ts'
import { newSecret, signedHeaders } from './webhook-message.ts'

const page = path.join(import.meta.dirname, '../../../../../docs/api/webhooks.md')

interface Language {
  name: string
  fence: string
  program: string
  file: string
  /** What follows the snippet: it reads secret, headers and body, and prints the type of the event. */
  use: string
}

const languages: Language[] = [
  {
    name: 'Node',
    fence: 'js',
    program: process.execPath,
    file: 'check.mjs',
    use: `const [secret, headers, body] = JSON.parse(process.argv[2]); console.log(verify(secret, headers, body).type)`,
  },
  {
    name: 'Python',
    fence: 'python',
    program: 'python3',
    file: 'check.py',
    use: `import sys\nprint(verify(*json.loads(sys.argv[1]))["type"])`,
  },
  {
    name: 'PHP',
    fence: 'php',
    program: 'php',
    file: 'check.php',
    use: `echo verify(...json_decode($argv[1], true))['type'], "\\n";`,
  },
]

let folder: string
let text: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verify-'))
  text = await readFile(page, 'utf8')
})
afterAll(() => rm(folder, { recursive: true }))

const [older, newer] = [newSecret(), newSecret()]
const messageId = 'evt_1_abc'
const body = '{"type":"order.paid","data":{"name":"Oud “Zahra”"}}'
const now = Date.now()
const signed = signedHeaders({ messageId, body }, [newer, older], new Date(now))
const late = signedHeaders({ messageId, body }, [newer], new Date(now - 600_000))

const accepted: [string, unknown[]][] = [
  ['the newer secret', [newer, signed, body]],
  ['the older secret', [older, signed, body]],
]
const refused: [string, unknown[]][] = [
  ['another body', [newer, signed, body.replace('paid', 'placed')]],
  ['another secret', [newSecret(), signed, body]],
  ['another id', [newer, { ...signed, 'webhook-id': 'evt_2' }, body]],
  ['an old message', [newer, late, body]],
]

const isHere = ({ program }: Language) => spawnSync(program, ['--version']).error === undefined

describe.each(languages)('the receiver in $name of the documentation', (language) => {
  const check = async (input: unknown[]) => {
    const snippet = snippetsIn(text).find(({ language: name }) => name === language.fence)
    const file = path.join(folder, language.file)
    await writeFile(file, `${snippet?.code}\n${language.use}\n`)
    return (await runProgram(language.program, [file, JSON.stringify(input)])).trim()
  }
  // A machine that tests the shop needs Node alone.
  it.skipIf(!isHere(language))(`takes what is genuine, and nothing else (needs ${language.program})`, async () => {
    for (const [what, input] of accepted) expect(await check(input), what).toBe('order.paid')
    for (const [what, input] of refused) await expect(check(input), what).rejects.toThrow('Command failed')
  })
})
