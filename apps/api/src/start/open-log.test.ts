import { expect, it } from 'vitest'
import { openLog } from './open-log.ts'

it('shows a person the day of every line, and the reqId of what the owner may have to report', () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { log } = openLog({ LOG_FORMAT: 'text', LOG_LEVEL: 'info' }, { isTerminal: false, stream })
  const request = log.child({ reqId: 'req-7k' })
  request.info('a request was answered')
  request.warn({ url: '/shop' }, 'a page took long')
  request.error('a request failed')
  const [answered = '', slow = '', failed = ''] = lines
  for (const line of lines) expect(line).toMatch(/^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] /)
  expect(answered).not.toContain('req-7k')
  expect(slow).toContain('req-7k')
  expect(failed).toContain('req-7k')
})
