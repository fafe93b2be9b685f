import { adminRules } from './admin-rules.ts'
import { certificateRule, moneyRules } from './money-rules.ts'
import { isLoopback, networkRules, trustRule } from './network-rules.ts'
import { doubtful, type SettingRule, when } from './setting-rule.ts'
import { shopRules } from './shop-rules.ts'

/** What holds in production. */
export const productionRules: readonly SettingRule[] = [...adminRules, ...moneyRules, ...networkRules, ...shopRules]

/** What holds wherever somebody tries the shop. */
export const developmentRules: readonly SettingRule[] = [
  doubtful('NODE_ENV', (env) =>
    when(
      !isLoopback(env.PUBLIC_URL),
      'is development at a public address: M-Pesa may be a demo in which anybody pays with nothing. Set production.',
    ),
  ),
  certificateRule,
  trustRule,
]
