import { passwordHashForm } from '../env.ts'
import { passwordVariable } from '../modules/admin/session/admin-password.ts'
import { weaknessOf } from '../modules/admin/session/password-weakness.ts'
import { doubtful, type SettingRule, unsafe, when } from './setting-rule.ts'

/** The least that OWASP accepts of argon2id: 19 MiB, two passes. */
const LEAST_HASH_WORK = 19_456 * 2

/** The administrator's password and its attempts. */
export const adminRules: SettingRule[] = [
  unsafe('ADMIN_PASSWORD_HASH', (env) =>
    when(
      !passwordVariable(env),
      'is not set, nor is ADMIN_PASSWORD. Set it to what `npm run password` prints; docs/operations.md#password has the command for containers and systemd.',
    ),
  ),
  unsafe('ADMIN_PASSWORD', (env) => {
    const weakness = passwordVariable(env) === 'ADMIN_PASSWORD' && weaknessOf(env.ADMIN_PASSWORD ?? '')
    return weakness ? `${weakness}. Choose another with \`npm run password\`.` : undefined
  }),
  doubtful('ADMIN_PASSWORD_HASH', ({ ADMIN_PASSWORD_HASH = '' }) => {
    const [, memory, passes] = passwordHashForm.exec(ADMIN_PASSWORD_HASH) ?? []
    return when(
      Number(memory) * Number(passes) < LEAST_HASH_WORK,
      'is so cheap that a stolen copy is soon guessed. Make it again with `npm run password`.',
    )
  }),
  unsafe('LIMIT_LOGINS', (env) =>
    when(env.LIMIT_LOGINS === 'off', 'is off: anybody may guess passwords for ever. Leave it empty, or set 5/900.'),
  ),
]
