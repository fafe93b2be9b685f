import type { Environment } from '../../../env.ts'
import { limitSettingOf } from '../../limits/limit-settings.ts'
import { type LimitName, rowOf } from '../../limits/limit-table.ts'

/** The limits of an operation in words: “Orders: 20 in an hour for each network.”; those that are off are left out. */
export function limitWords(names: readonly LimitName[], env: Environment): string | undefined {
  const words = names.flatMap((name) => {
    const { what, who } = rowOf(name)
    const setting = limitSettingOf(name, env)
    const each = who === 'all' ? '' : ` for each ${who}`
    return setting ? [`- ${what}: ${setting.most} in ${timeOf(setting.seconds)}${each}`] : []
  })
  return words.length > 0 ? `Limits:\n\n${words.join('\n')}` : undefined
}

function timeOf(seconds: number): string {
  const [unit = 1, name = 'second'] = units.find(([unit]) => seconds % unit === 0) ?? []
  const count = seconds / unit
  return count === 1 ? `${name === 'hour' ? 'an' : 'a'} ${name}` : `${count} ${name}s`
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const
