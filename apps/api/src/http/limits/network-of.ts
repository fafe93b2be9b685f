import { isIPv6 } from 'node:net'

/** What limits count: an IPv4 address, or the /64 of an IPv6 one, because one customer may use every address in it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - front.length - tail.split(':').filter(Boolean).length
  return [...front, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':')
}

/** What renders count: the /24 of an IPv4 address, because whoever rents addresses gets them in a row, or the /64 of an IPv6 one. */
export function subnetOf(address: string): string {
  const network = networkOf(address)
  return network.includes('.') ? network.slice(0, network.lastIndexOf('.')) : network
}
