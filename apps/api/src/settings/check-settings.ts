import type { Environment } from '../env.ts'
import { developmentRules, productionRules } from './setting-rules.ts'

interface SettingFindings {
  /** Reasons not to open at all. */
  unsafe: string[]
  /** What an owner may have meant, and probably did not. */
  doubtful: string[]
}

/** Applies the rules of this environment; each finding names its variable and what to do. */
export function checkSettings(env: Environment): SettingFindings {
  const rules = env.isProduction ? productionRules : env.NODE_ENV === 'development' ? developmentRules : []
  const found = rules.flatMap(({ variable, isUnsafe, find }) => {
    const advice = find(env)
    return advice ? [{ isUnsafe, line: `${variable} ${advice}` }] : []
  })
  const lines = (isUnsafe: boolean) => found.filter((each) => each.isUnsafe === isUnsafe).map(({ line }) => line)
  return { unsafe: lines(true), doubtful: lines(false) }
}

/**
 * Warns of what is doubtful in one list, and throws an Error with the list of what is unsafe. The owner can fix
 * everything at once, instead of one setting after each start.
 */
export function refuseUnsafeSettings(env: Environment, warn: (text: string) => void): void {
  const { unsafe, doubtful } = checkSettings(env)
  if (doubtful.length > 0) warn(listOf('Please look at these settings:', doubtful))
  if (unsafe.length > 0) throw new Error(listOf('The shop does not open with these settings:', unsafe))
}

const listOf = (head: string, lines: string[]) =>
  `\n${head}\n${lines.map((line) => `  - ${line}`).join('\n')}\n.env.example explains each variable.\n`
