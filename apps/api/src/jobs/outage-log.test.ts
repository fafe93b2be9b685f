import { expect, it } from 'vitest'
import { OutageLog } from './outage-log.ts'

function openLog() {
  const lines: { level: string; said: object; message: string }[] = []
  const clock = { ms: 0 }
  const at = (level: string) => (said: object, message: string) => void lines.push({ level, said, message })
  const log = { error: at('error'), info: at('info') } as unknown as ConstructorParameters<typeof OutageLog>[0]
  return { outages: new OutageLog(log, { now: () => clock.ms }), lines, clock }
}

it('does not fill the disk while the database is away for an hour', () => {
  const { outages, lines, clock } = openLog()
  for (clock.ms = 0; clock.ms < 3_600_000; clock.ms += 1_000) outages.failed('queue', new Error('away'), 'no queue')
  expect(lines).toHaveLength(60)
  expect(lines[0]).toMatchObject({ level: 'error', message: 'no queue' })
  expect(lines[1]).toMatchObject({ said: { failedBetween: 59 } })
})

it('logs at once what fails, each thing by itself, and once that it works again', () => {
  const { outages, lines, clock } = openLog()
  outages.failed('queue', new Error('away'), 'no queue')
  outages.failed('receipts', new Error('away'), 'no receipts')
  clock.ms = 7_400
  outages.worked('queue')
  outages.worked('queue')
  outages.worked('never failed')
  expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'error: no queue',
    'error: no receipts',
    'info: it works again',
  ])
  expect(lines[2]?.said).toEqual({ what: 'queue', seconds: 7 })
})
