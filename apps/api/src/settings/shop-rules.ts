import path from 'node:path'
import { isDialable } from '@marashi/domain/rules/contact-links'
import { initialSettings } from '@marashi/domain/rules/settings/groups'
import { limitVariables } from '../http/limits/limit-table.ts'
import { isInventedAddress } from '../modules/shop-settings/invented-address.ts'
import { doubtful, type SettingRule, when } from './setting-rule.ts'

/** What the shop says of itself, and what it lets in. */
export const shopRules: SettingRule[] = [
  doubtful('SHOP_PHONE', (env) =>
    when(env.SHOP_PHONE === initialSettings.shop.phone, 'is the invented number of the example. Set your own.'),
  ),
  doubtful('SHOP_PHONE', (env) =>
    when(
      env.SHOP_PHONE !== undefined && !isDialable(env.SHOP_PHONE),
      'cannot be called. Write it as +254 722 000 111.',
    ),
  ),
  doubtful('SHOP_EMAIL', (env) =>
    when(isInventedAddress(env.SHOP_EMAIL ?? ''), 'is the invented address of the example. Set your own.'),
  ),
  doubtful('SMTP_URL', (env) =>
    when(!env.SMTP_URL, 'is not set: receipts are kept and not sent. Set your mail server.'),
  ),
  doubtful('SEED', (env) =>
    when(env.SEED === 'demo', 'puts invented perfumes and reviews into an empty shop. Leave it empty.'),
  ),
  doubtful('BACKUP_TO', (env) =>
    when(
      !env.BACKUP_TO,
      'is not set: backups lie on this machine and burn with it. Set another one’s folder or s3://….',
    ),
  ),
  doubtful('BACKUP_TO', ({ BACKUP_TO, DATA_DIR }) =>
    when(
      !!BACKUP_TO && !/^(off$|s3:)/.test(BACKUP_TO) && isWithin(BACKUP_TO, DATA_DIR),
      'lies in DATA_DIR: the backups burn with what they save. Set another machine’s folder or s3://….',
    ),
  ),
  doubtful('MAIL_FROM', ({ MAIL_FROM }) =>
    when(
      !!MAIL_FROM && !/[^\s<>@]+@[^\s<>@]+/.test(MAIL_FROM),
      'has no e-mail address: no mail server takes it. Write it as Marashi <hello@marashi.co.ke>.',
    ),
  ),
  doubtful('BACKUP_KEY', (env) =>
    when(
      !env.BACKUP_KEY && env.BACKUP_TO !== 'off',
      'is not set: the key that opens the backups lies on this machine alone. Set one, and keep it elsewhere too.',
    ),
  ),
  ...limitVariables
    .filter((variable) => variable !== 'LIMIT_LOGINS')
    .map((variable) =>
      doubtful(variable, (env) =>
        when(env[variable] === 'off', 'is off: one script may wear the shop out. Leave it empty.'),
      ),
    ),
]

const isWithin = (folder: string, parent: string) => !path.relative(parent, folder).split(path.sep).includes('..')
