import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-proxies-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [certificate, key, both] = ['certificate.pem', 'key.pem', 'both.pem'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
]
const renewed = path.join(folder, 'renewed.pem')
const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
const isThere = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
const hasOpenssl = isThere('openssl', 'version')

/** Writes a file of docs/proxies with a certificate of the test in place of the shop's, and answers where it lies. */
function withCertificate(name: string, places: Record<string, string>): string {
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example', '-days', '2']
  spawnSync('openssl', [...make, '-keyout', key, '-out', certificate])
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  let text = readFileSync(path.resolve(import.meta.dirname, '../../docs/proxies', name), 'utf8')
  for (const [theirs, ours] of Object.entries(places)) text = text.replaceAll(theirs, ours)
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('docs/proxies as they are, which other tests run without certificate and second listener', () => {
  it.skipIf(!hasOpenssl || !isThere('nginx', '-v'))('are accepted by nginx', () => {
    const file = withCertificate('nginx.conf', {
      '/etc/letsencrypt/live/shop.example/fullchain.pem': certificate,
      '/etc/letsencrypt/live/shop.example/privkey.pem': key,
      '/var/log/nginx/error.log': 'stderr',
      // It opens what it would listen on.
      'listen 80;': 'listen 127.0.0.1:18080;',
      'listen [::]:80;': '',
      'listen 443 ': 'listen 127.0.0.1:18443 ',
      'listen [::]:443 ssl http2;': '',
    })
    const pid = `pid ${path.join(folder, 'nginx.pid')};`
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', file, '-e', 'stderr', '-g', pid], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.any(String)])
  })

  it.skipIf(!hasOpenssl || !isThere('haproxy', '-v'))('are accepted by HAProxy', () => {
    const file = withCertificate('haproxy.cfg', { '/etc/haproxy/shop.example.pem': both })
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.any(String)])
  })

  it.skipIf(!hasOpenssl || !isThere('haproxy', '-v'))(
    'are given a renewed certificate by the hook of the guide: HAProxy',
    () => {
      const file = withCertificate('haproxy.cfg', { '/etc/haproxy/shop.example.pem': renewed })
      const hook = /^certbot renew --deploy-hook '(.+)'$/m.exec(guide)?.[1] ?? ''
      expect(hook).toMatch(/ && systemctl reload haproxy$/)
      const lineage = { RENEWED_LINEAGE: path.join(folder, 'lineage') }
      mkdirSync(lineage.RENEWED_LINEAGE)
      copyFileSync(certificate, path.join(lineage.RENEWED_LINEAGE, 'fullchain.pem'))
      copyFileSync(key, path.join(lineage.RENEWED_LINEAGE, 'privkey.pem'))
      const ours = hook.replace('/etc/haproxy/shop.example.pem', renewed).replace('systemctl reload haproxy', 'true')
      expect(spawnSync('sh', ['-c', ours], { env: { ...process.env, ...lineage } }).status).toBe(0)
      // It holds the key.
      expect(statSync(renewed).mode & 0o077).toBe(0)
      expect(spawnSync('haproxy', ['-c', '-f', file]).status).toBe(0)
    },
  )

  it.each(['nginx.conf', 'haproxy.cfg'])('lead whoever types no https:// to it, and take IPv6: %s', (name) => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/proxies', name), 'utf8')
    expect(text).toMatch(/listen 80;|bind :80\n/)
    expect(text).toMatch(/return 301 https:|redirect scheme https code 301/)
    expect(text).toMatch(/listen \[::\]:443 |bind :::443 v6only /)
  })

  it('bound in HAProxy what one network holds, at each port that is open to it', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/proxies/haproxy.cfg'), 'utf8')
    const frontends = [...text.matchAll(/^frontend (\w+)\n((?: .*\n)+)/gm)]
    expect(frontends.map(([, name]) => name)).toEqual(['plain', 'shoppers'])
    for (const [, , lines] of frontends) {
      expect(lines).toMatch(/^ {2}tcp-request connection track-sc0 src,ipmask\(32,64\)(?: table shoppers)?$/m)
      expect(lines).toMatch(/^ {2}tcp-request connection reject if \{ sc0_conn_cur(?:\(shoppers\))? gt 2000 \}$/m)
    }
    const [plain = '', all = ''] = [/frontend plain[\s\S]*?maxconn (\d+)/, /^global[\s\S]*?maxconn (\d+)/m].map(
      (limit) => limit.exec(text)?.[1],
    )
    // More than one network may hold, and few enough that the shop itself stays open.
    expect(Number(plain)).toBeGreaterThan(2_000)
    expect(Number(plain)).toBeLessThan(Number(all) / 2)
  })

  it.each(['nginx.conf', 'haproxy.cfg'])(
    'let a certificate be renewed through port 80, which they hold: %s',
    (name) => {
      const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/proxies', name), 'utf8')
      expect(text).toMatch(/location \/\.well-known\/acme-challenge\/|path_beg \/\.well-known\/acme-challenge\//)
    },
  )
})
