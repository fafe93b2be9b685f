import { isIPv6 } from 'node:net'

/** What limits count: an IPv4 address, or the /64 of an IPv6 one, because one customer may use every address in it. */
export const networkOf = (address: string): string => prefixOf(address, 4)

/** What one customer may get of IPv6 for nothing: a /48 with its 65,536 networks. It is the address itself for IPv4. */
export const siteOf = (address: string): string => prefixOf(address, 3)

/** The /48 of a network as `networkOf` writes it; undefined for IPv4, where whoever wants more addresses has to rent them. */
export const siteOfNetwork = (network: string): string | undefined =>
  /^[\da-f]*(?::[\da-f]*){3}$/i.test(network) ? network.slice(0, network.lastIndexOf(':')) : undefined

/** How many times as much as one of its networks a /48 may do: a carrier gives each phone a /64 of the same one. */
export const SITE_TIMES = 10

/** What renders count: the /24 of an IPv4 address, because whoever rents addresses gets them in a row, or the /64 of an IPv6 one. */
export function subnetOf(address: string): string {
  const network = networkOf(address)
  return network.includes('.') ? network.slice(0, network.lastIndexOf('.')) : network
}

/** An address behind which a proxy has written a port, as those of Azure do: with it each connection would be a network. */
const withPort = /^(?:\[([\da-f:.]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/i

/** The first groups of 16 bits of an IPv6 address; an IPv4 address as it is. */
function prefixOf(named: string, groups: number): string {
  const [, v6, v4] = withPort.exec(named) ?? []
  const address = v6 ?? v4 ?? named
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - front.length - tail.split(':').filter(Boolean).length
  const all = [...front, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])]
  return all.slice(0, groups).join(':')
}
