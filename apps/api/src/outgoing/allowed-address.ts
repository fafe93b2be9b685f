import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * An address that somebody typed is one of the internet: nobody reads the shop's own network by entering one of it. The ranges are
 * those of IANA's registries of special-purpose addresses, and the one at which Azure's machines find their secrets.
 */
const privateV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Public are those of 2000::/3 alone, but for what holds other addresses inside (Teredo, 6to4) or is for documents. */
const publicV6 = '2000::/3'
const privateV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const list = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  const blocks = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    blocks.addSubnet(network, Number(prefix), family)
  }
  return blocks
}
const closedV4 = list(privateV4, 'ipv4')
const openV6 = list([publicV6], 'ipv6')
const closedV6 = list(privateV6, 'ipv6')
const loopback = list(['127.0.0.0/8'], 'ipv4')

/** Whether a request may go to this IP address; to this machine itself only where the environment allows it. */
export function isAllowedAddress(address: string, mayBeLoopback: boolean): boolean {
  if (isIP(address) === 4) {
    return !closedV4.check(address, 'ipv4') || (mayBeLoopback && loopback.check(address, 'ipv4'))
  }
  if (isIP(address) !== 6 || address.includes('%')) return false
  if (mayBeLoopback && address === '::1') return true
  return openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}

/** The address that a name leads to, or one of several, is not of the internet. */
export class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS'
}

/** The IP address that a URL names itself; undefined where it is a name to be looked up. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

type Resolve = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

/**
 * Looks a name up for a connection and refuses it where any of its addresses is forbidden. The connection goes to the
 * address that was checked: a name that leads elsewhere a moment later changes nothing.
 */
export const checkedLookup =
  (mayBeLoopback: boolean, resolve: Resolve = lookup): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new ForbiddenAddress(`${host} has no address`), [])
      const forbidden = addresses.find(({ address }) => !isAllowedAddress(address, mayBeLoopback))
      if (forbidden) return callback(new ForbiddenAddress(`${host} leads to ${forbidden.address}`), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
