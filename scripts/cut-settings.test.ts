import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { cutSettings } from './cut-settings.mjs'

it.each([
  ['BACKUP_KEY=correct horse#battery', 'correct horse'],
  ['  export BACKUP_KEY = rose#7 # mine', 'rose'],
  ['BACKUP_KEY=a#b\r', 'a'],
])('%j is a setting that Node ends at its #', (line, value) => {
  expect(parseEnv(line)).toEqual({ BACKUP_KEY: value })
  expect(cutSettings(`A=b\n${line}\nC=d`)).toEqual(['BACKUP_KEY'])
})

it.each([
  ["BACKUP_KEY='correct horse#battery'", 'correct horse#battery'],
  ['BACKUP_KEY="rose#7"', 'rose#7'],
  ['BACKUP_KEY=rose # mine', 'rose'],
  ['BACKUP_KEY=rose\t#mine', 'rose'],
  ['BACKUP_KEY= # mine', ''],
  ['# OTHER=a#b\nBACKUP_KEY=rose', 'rose'],
])('%j is a setting that Node reads whole', (text, value) => {
  expect(parseEnv(text)).toEqual({ BACKUP_KEY: value })
  expect(cutSettings(text)).toEqual([])
})
