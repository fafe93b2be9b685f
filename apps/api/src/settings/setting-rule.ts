import type { Environment } from '../env.ts'

/** One way in which settings that can be read are still wrong for a shop with real shoppers. */
export interface SettingRule {
  variable: keyof Environment
  /** True: the shop would lose money or control of its administration, and does not start. False: a warning is enough. */
  isUnsafe: boolean
  /** Answers what is wrong and what to do, in one or two sentences; undefined where all is well. */
  find: (env: Environment) => string | undefined
}

export const unsafe = (variable: keyof Environment, find: SettingRule['find']): SettingRule => ({
  variable,
  isUnsafe: true,
  find,
})
export const doubtful = (variable: keyof Environment, find: SettingRule['find']): SettingRule => ({
  variable,
  isUnsafe: false,
  find,
})
/** The advice, where the setting is wrong. */
export const when = (isWrong: boolean | undefined, advice: string) => (isWrong ? advice : undefined)
