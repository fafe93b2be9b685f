import { expect, it } from 'vitest'
import { limitTable } from './limit-table.ts'

it('says of every limit of a network which keys are free of it, but where none is', () => {
  const ofNetworks = Object.entries(limitTable).filter(
    ([, { who }]) => who === 'network' || who === 'network and product',
  )
  const forEverybody = ofNetworks.filter(([, row]) => !('area' in row)).map(([name]) => name)
  expect(forEverybody).toEqual(['logouts', 'webhooks', 'docs', 'feeds'])
})
