import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@marashi/postgres/launch'

const HEALTH_CHECK_MS = 200

/** Something that spreads requests over three processes. */
export interface RunningProxy extends AsyncDisposable {
  port: number
}

/** How many connections a proxy takes: of everybody, and of one network. */
interface ConnectionLimits {
  all: number
  ofNetwork: number
}

// Whoever runs the tests may open fewer files than the proxy of a real shop.
const TEST_LIMITS: ConnectionLimits = { all: 4_000, ofNetwork: 2_000 }

interface ProxyProgram {
  /** The file of docs/proxies that is tested. */
  config: string
  /** Its command line for a configuration file. */
  command: (file: string) => string[]
  /** Takes the certificate of the real shop out, and lets it listen on a port of the test, with limits of the test. */
  adapt: (config: string, to: { port: number; folder: string; limits: ConnectionLimits }) => string
  /** What the configuration reads from its environment. */
  env?: (port: number, ports: readonly number[]) => Record<string, string>
}

const programs = {
  nginx: {
    config: 'nginx.conf',
    command: (file) => ['nginx', '-g', 'daemon off;', '-c', file, '-e', 'stderr'],
    adapt: (config, { port, folder, limits }) =>
      config
        .replace(/(worker_connections|worker_rlimit_nofile) \d+/g, `$1 ${limits.all}`)
        .replace(/(limit_conn \w+) \d+/, `$1 ${limits.ofNetwork}`)
        .replace('worker_processes auto', `${ownUser}pid ${folder}/nginx.pid;\nworker_processes 1`)
        .replace(/error_log \S+/, 'error_log stderr')
        .replace('http {', `http {\n${temporaryFolders(folder)}`)
        .replace(/ {2}server \{\n {4}listen 80;[\s\S]*?\n {2}\}\n/, '')
        .replace(/^ *listen \[::\].*$/gm, '')
        .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
        .replace(/^\s*ssl_certificate.*$/gm, ''),
  },
  haproxy: {
    config: 'haproxy.cfg',
    command: (file) => ['haproxy', '-db', '-f', file],
    adapt: (config, { port, limits }) =>
      config
        .replace(/^frontend plain\n(?: .*\n)+/m, '')
        .replace(/maxconn \d+/, `maxconn ${limits.all}`)
        .replace(/conn_cur gt \d+/, `conn_cur gt ${limits.ofNetwork}`)
        .replace(/^ *bind :::.*$/gm, '')
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
  },
  caddy: {
    config: 'Caddyfile',
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    adapt: (config) =>
      config
        .replace('{\n\tservers {', '{\n\tadmin off\n\tservers {')
        .replaceAll('request_buffers 16KiB', hasOldCaddy() ? 'buffer_requests' : 'request_buffers 16KiB'),
    env: (port, ports) => ({
      SHOP_ADDRESS: `http://127.0.0.1:${port}`,
      SHOP_PROCESSES: ports.map((each) => `127.0.0.1:${each}`).join(' '),
    }),
  },
} satisfies Record<string, ProxyProgram>

// Started by root, nginx works as somebody who may not write to the folder of the test.
const ownUser = process.getuid?.() === 0 ? 'user root;\n' : ''
const temporaryFolders = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n')

export type ProxyName = keyof typeof programs
export const proxyNames = Object.keys(programs) as ProxyName[]

/** Whether the program is there. */
export const hasProxy = (name: ProxyName): boolean =>
  spawnSync(name, ['version'], { stdio: 'ignore' }).error === undefined

/** Before 2.6.4 Caddy kept a request whole, or nothing of it. */
function hasOldCaddy(): boolean {
  const { stdout } = spawnSync('caddy', ['version'], { encoding: 'utf8' })
  const [, minor = 0, patch = 0] = /^v?2\.(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
  return minor < 6 || (minor === 6 && patch < 4)
}

/** Starts a proxy with its file of docs/proxies, for `ports` in place of 4000 to 4002. */
export async function startProxy(
  name: ProxyName,
  ports: readonly number[],
  limits = TEST_LIMITS,
): Promise<RunningProxy> {
  const { config, command, adapt, env }: ProxyProgram = programs[name]
  const folder = mkdtempSync(path.join(os.tmpdir(), `marashi-${name}-`))
  const file = path.join(folder, config)
  const port = await freePort()
  const text = readFileSync(new URL(`../../../../docs/proxies/${config}`, import.meta.url), 'utf8')
  const own = ports.reduce((adapted, to, at) => adapted.replaceAll(`127.0.0.1:${4000 + at}`, `127.0.0.1:${to}`), text)
  writeFileSync(file, adapt(own, { port, folder, limits }))
  const [program = name, ...parameters] = command(file)
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, ...env?.(port, ports) },
  })
  let log = ''
  child.stderr.on('data', (part) => (log += part))
  await untilAnswers(port, child, () => log)
  return {
    port,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(port: number, child: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The proxy does not answer:\n${log()}`)
}

/** The smallest load balancer: one process after the other, of those that say they are ready. */
export async function startRoundRobin(ports: readonly number[]): Promise<RunningProxy> {
  const ready = new Set(ports)
  const asking = setInterval(async () => {
    for (const port of ports) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (answer?.ok) ready.add(port)
      else ready.delete(port)
    }
  }, HEALTH_CHECK_MS)
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    turn++
    const inTurn = ports.map((_, at) => ports[(turn + at) % ports.length] as number)
    forward(incoming, outgoing, [...inTurn.filter((port) => ready.has(port)), ...inTurn])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      clearInterval(asking)
      server.closeAllConnections()
      server.close()
    },
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, [port, ...others]: number[]): void {
  const { method, url, headers } = incoming
  const ahead = request({ host: '127.0.0.1', port, method, path: url, headers: { ...headers, connection: 'close' } })
  ahead.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  ahead.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) return forward(incoming, outgoing, others)
    outgoing.writeHead(502).end()
  })
  // The body is sent only once there is a connection, so that it can be sent to the next process instead.
  ahead.on('socket', (socket) => socket.once('connect', () => incoming.pipe(ahead)))
}
