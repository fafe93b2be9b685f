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
  /**
   * What follows the snippet: of each secret, headers and body it prints the event's type in a line of its own, or `refused`
   * where the snippet throws as it promises.
   */
  use: string
}

const languages: Language[] = [
  {
    name: 'Node',
    fence: 'js',
    program: process.execPath,
    file: 'check.mjs',
    use: `
for (const input of JSON.parse(process.argv[2])) {
  try { console.log(verify(...input).type) } catch (problem) {
    if (problem.constructor !== Error) throw problem
    console.log('refused')
  }
}`,
  },
  {
    name: 'Python',
    fence: 'python',
    program: 'python3',
    file: 'check.py',
    use: `
import sys
for given in json.loads(sys.argv[1]):
    try:
        print(verify(*given)["type"])
    except ValueError:
        print("refused")`,
  },
  {
    name: 'PHP',
    fence: 'php',
    program: 'php',
    file: 'check.php',
    use: `
set_error_handler(fn ($level, $message) => throw new ErrorException($message));
foreach (json_decode($argv[1], true) as [$secret, $headers, $body]) {
    // As getallheaders() names them under nginx and FPM.
    $names = array_map(fn ($name) => ucwords($name, '-'), array_keys($headers));
    try {
        echo verify($secret, array_combine($names, $headers), $body)['type'], "\\n";
    } catch (RuntimeException) {
        echo "refused\\n";
    }
}`,
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

const accepted: [what: string, input: unknown[]][] = [
  ['the newer secret', [newer, signed, body]],
  ['the older secret', [older, signed, body]],
]
const refused: [what: string, input: unknown[]][] = [
  ['another body', [newer, signed, body.replace('paid', 'placed')]],
  ['another secret', [newSecret(), signed, body]],
  ['another id', [newer, { ...signed, 'webhook-id': 'evt_2' }, body]],
  ['an old message', [newer, late, body]],
  ['no headers', [newer, {}, body]],
  ['no time', [newer, { ...signed, 'webhook-timestamp': undefined }, body]],
  ['a time without end', [newer, { ...signed, 'webhook-timestamp': '9'.repeat(400) }, body]],
  ['no signature', [newer, { ...signed, 'webhook-signature': undefined }, body]],
  ['a signature that is not ASCII', [newer, { ...signed, 'webhook-signature': 'v1,é v1' }, body]],
]

const isHere = ({ program }: Language) => spawnSync(program, ['--version']).error === undefined

describe.each(languages)('the receiver in $name of the documentation', (language) => {
  const check = async (inputs: unknown[][]) => {
    const snippet = snippetsIn(text).find(({ language: name }) => name === language.fence)
    const file = path.join(folder, language.file)
    await writeFile(file, `${snippet?.code}\n${language.use}\n`)
    return (await runProgram(language.program, [file, JSON.stringify(inputs)])).trim().split(/\r?\n/)
  }
  // A machine that tests the shop needs Node alone.
  it.skipIf(!isHere(language))(`takes what is genuine, and nothing else (needs ${language.program})`, async () => {
    const all = [...accepted, ...refused]
    const answers = await check(all.map(([, input]) => input))
    const expected = [...accepted.map(([what]) => [what, 'order.paid']), ...refused.map(([what]) => [what, 'refused'])]
    expect(all.map(([what], nth) => [what, answers[nth]])).toEqual(expected)
  })
})
