import { expect, it } from 'vitest'
import { networkOf, siteOf, siteOfNetwork, subnetOf } from './network-of.ts'

it.each([
  ['41.90.1.2', '41.90.1.2'],
  ['::ffff:41.90.1.2', '::ffff:41.90.1.2'],
  ['2c0f:fe38::1:0:0:7', '2c0f:fe38:0:0'],
  ['2c0f:fe38:0:0:ffff::9', '2c0f:fe38:0:0'],
  ['2c0f:fe38:0:1::1', '2c0f:fe38:0:1'],
  ['2c0f:fe38:1:2:3:4:5:6', '2c0f:fe38:1:2'],
  ['::1', '0:0:0:0'],
  ['41.90.1.2:50123', '41.90.1.2'],
  ['[2c0f:fe38:0:1::1]:50123', '2c0f:fe38:0:1'],
  ['[2c0f:fe38:0:1::1]', '2c0f:fe38:0:1'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => expect(networkOf(address)).toBe(network))

it.each([
  ['41.90.1.2', '41.90.1'],
  ['::ffff:41.90.1.2', '::ffff:41.90.1'],
  ['2c0f:fe38:0:0:ffff::9', '2c0f:fe38:0:0'],
])('counts renders of %s as of %s', (address, subnet) => expect(subnetOf(address)).toBe(subnet))

it.each([
  ['41.90.1.2', undefined],
  ['::ffff:41.90.1.2', undefined],
  ['2c0f:fe38::1:0:0:7', '2c0f:fe38:0'],
  ['2c0f:fe38:1:2:3:4:5:6', '2c0f:fe38:1'],
])('finds the /48 of %s: %s', (address, site) => {
  expect(siteOfNetwork(networkOf(address))).toBe(site)
  expect(siteOf(address)).toBe(site ?? address)
})
