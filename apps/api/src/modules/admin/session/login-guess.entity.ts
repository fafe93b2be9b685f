import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/** A password that was compared and not found right, or is being compared. `who` is a network or a known device. */
export const LoginGuessSchema = defineEntity({
  name: 'LoginGuess',
  tableName: 'login_guesses',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    who: p.text(),
    at: instantColumn().index('login_guesses_at_idx'),
  },
  indexes: [{ name: 'login_guesses_who_idx', properties: ['who', 'at'] }],
})
export class LoginGuess extends LoginGuessSchema.class {}
LoginGuessSchema.setClass(LoginGuess)
