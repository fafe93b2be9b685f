import { describe, expect, it } from 'vitest'
import { hoursLines, type OpeningHours, openHoursLine, structuredHours } from './opening-hours.ts'
import { initialSettings } from './settings/groups.ts'

const { hours } = initialSettings
const open = (opens: string, closes: string) => ({ kind: 'open', opens, closes }) as const

describe('the hours in words', () => {
  it('are one line of the days that have some', () => {
    expect(openHoursLine(hours)).toBe('Mon-Sat 9:00-19:00')
    expect(openHoursLine({ ...hours, saturday: open('10:00', '14:00') })).toBe(
      'Mon-Fri 9:00-19:00, Saturday 10:00-14:00',
    )
    expect(openHoursLine(closedAlways())).toBe('')
  })

  it.each<[OpeningHours, string[], string[]]>([
    [hours, ['Mon-Sat 9:00-19:00', 'Sunday by appointment'], ['Mo-Sa 09:00-19:00']],
    [
      { ...hours, saturday: open('10:00', '14:00'), sunday: { kind: 'closed' } },
      ['Mon-Fri 9:00-19:00', 'Saturday 10:00-14:00', 'Sunday closed'],
      ['Mo-Fr 09:00-19:00', 'Sa 10:00-14:00'],
    ],
    [{ ...hours, sunday: open('09:00', '19:00') }, ['Every day 9:00-19:00'], ['Mo-Su 09:00-19:00']],
    [
      { ...hours, saturday: { kind: 'closed' }, sunday: { kind: 'closed' } },
      ['Mon-Fri 9:00-19:00', 'Sat-Sun closed'],
      ['Mo-Fr 09:00-19:00'],
    ],
  ])('%j', (given, lines, structured) => {
    expect(hoursLines(given)).toEqual(lines)
    expect(structuredHours(given)).toEqual(structured)
  })
})

function closedAlways(): OpeningHours {
  return { weekdays: { kind: 'closed' }, saturday: { kind: 'closed' }, sunday: { kind: 'by-appointment' } }
}
