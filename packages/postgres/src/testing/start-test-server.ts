import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Binaries, findBinaries } from '../binaries.ts'
import { freePort } from '../launch.ts'
import { readPidFile } from '../postmaster.ts'
import { serverEnvironment } from '../server-environment.ts'
import { serverUser } from '../server-user.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'
import { startStandby, type TestStandby } from './start-standby.ts'

export interface TestServer extends AsyncDisposable {
  /** Address of a database over TCP; `parameters` follow the question mark. */
  url(database: string, parameters?: Record<string, string>): string
  /** Address of a database over the server's Unix socket. */
  socketUrl(database: string): string
  /** The server's own certificate, which is its authority too. */
  certificateFile: string
  /** Starts a hot standby that streams from this server. */
  startStandby(): Promise<TestStandby>
}

const startMs = 60_000
const owner = 'marashi'

/**
 * Starts a new, empty PostgreSQL of its own for one test, which over TCP lets only encrypted connections in. Dispose of
 * it at the end; nothing stays. Throws with the server's log when it does not start.
 */
export async function startTestServer(binaries?: Binaries): Promise<TestServer> {
  const user = serverUser()
  const { initdb, postgres } = binaries ?? findBinaries(user)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-server-'))
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (user) chownSync(file, user.uid, user.gid)
    return file
  }
  const password = randomBytes(12).toString('hex')
  const { key, certificate } = selfSignedCertificate()
  const files = {
    password: write('password', password),
    key: write('server.key', key),
    certificate: write('server.crt', certificate),
    access: write(
      'access.conf',
      `local all,replication all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n`,
    ),
  }
  const data = path.join(folder, 'data')
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    hba_file: files.access,
    ssl: 'on',
    ssl_cert_file: files.certificate,
    ssl_key_file: files.key,
    timezone: 'UTC',
    fsync: 'off',
  }
  const run = { ...user, cwd: '/', env: serverEnvironment }
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${data}`,
      `--username=${owner}`,
      `--pwfile=${files.password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    run,
  )
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', data, ...flags], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(child, 'exit')
  for (const deadline = Date.now() + startMs; !readPidFile(data)?.isReady; await sleep(20)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${output}`)
  }
  return {
    url: (database, parameters = {}) =>
      `postgresql://${owner}:${password}@127.0.0.1:${port}/${database}?${new URLSearchParams(parameters)}`,
    socketUrl: (database) =>
      `postgresql://${owner}:${password}@/${database}?${new URLSearchParams({ host: folder, port: `${port}` })}`,
    certificateFile: files.certificate,
    startStandby: () => startStandby({ folder, data, port, owner, password, postgres, run }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
