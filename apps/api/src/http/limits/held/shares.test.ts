import { expect, it } from 'vitest'
import { makeShares, type ShareSettings } from './shares.ts'

/** Shares of which each says why it was taken back. */
function sharesOf(settings: ShareSettings) {
  const lost: string[] = []
  const shares = makeShares(settings)
  const take = (network: string, amount: number, name = network) =>
    shares.take(network, amount, (excess) => lost.push(`${name}: ${excess}`))
  return { shares, lost, take }
}

it('takes back the largest share of a network that holds too much, and nobody else’s', () => {
  const { shares, lost, take } = sharesOf({ most: 100, mostOfNetwork: 30 })
  take('shopper', 20)
  take('flood', 10, 'small')
  take('flood', 15, 'large')
  take('flood', 12, 'newest')
  expect(lost).toEqual(['large: network'])
  expect(shares.held).toBe(42)
})

it('takes back from the network that holds the most when everybody together holds too much', () => {
  const { lost, take } = sharesOf({ most: 50, mostOfNetwork: 40 })
  for (let nth = 1; nth <= 3; nth++) take('flood', 10, `flood ${nth}`)
  take('other', 15)
  take('shopper', 6)
  expect(lost).toEqual(['flood 1: all'])
})

it('counts what grows, gives back what has ended, and calls nobody twice', () => {
  const { shares, lost, take } = sharesOf({ most: 50, mostOfNetwork: 30 })
  const growing = take('a', 1)
  const other = take('a', 5, 'b')
  growing.growTo(28)
  growing.growTo(100)
  expect(lost).toEqual(['a: network'])
  other.end()
  other.end()
  expect(shares.held).toBe(0)
})

it('spares what is needed, and refuses the newest where nothing else is left', () => {
  const { lost, take } = sharesOf({ most: 100, mostOfNetwork: 30 })
  take('a', 20, 'order').setNeeded(true)
  take('a', 15, 'newest')
  expect(lost).toEqual(['newest: network'])
})

it('lets a newcomer in where one network has taken everything, if it may end what is needed', () => {
  const { lost, take } = sharesOf({ most: 3, mostOfNetwork: 3, endsNeeded: true })
  for (let nth = 1; nth <= 3; nth++) take('flood', 1, `flood ${nth}`).setNeeded(true)
  take('shopper', 1)
  expect(lost).toEqual(['flood 1: all'])
})

it('takes back what is idle before what is needed, and what is idle for longest first', () => {
  const { lost, take } = sharesOf({ most: 2, mostOfNetwork: 2, endsNeeded: true })
  const first = take('a', 1, 'first')
  take('a', 1, 'second')
  first.setNeeded(true)
  take('b', 1)
  first.setNeeded(false)
  take('c', 1)
  expect(lost).toEqual(['second: all', 'first: all'])
})
