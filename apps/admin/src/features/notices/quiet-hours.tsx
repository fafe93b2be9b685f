import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { type FormEvent, useState } from 'react'
import { noticesCopy } from '../../copy/notices.ts'
import styles from './notices-page.module.css'
import { useSetting } from './use-setting.ts'

const copy = noticesCopy.quiet

type Quiet = { isOn: boolean; from: string; until: string }

/** Hours in which nobody is disturbed. */
export function QuietHours({ setting }: { setting: SettingRecord<Quiet> }) {
  const { save, isSaving } = useSetting('quietHours')
  const [quiet, setQuiet] = useState(setting.value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A refusal has been said; a second press while it saves is the first one's.
    if (!isSaving) save(quiet).catch(() => undefined)
  }
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet" className={styles.title}>
        {copy.title}
      </h2>
      <form onSubmit={submit} className={styles.quiet}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={quiet.isOn}
            onChange={(event) => setQuiet({ ...quiet, isOn: event.target.checked })}
          />
          {copy.isOn}
        </label>
        <div className={styles.times}>
          {(['from', 'until'] as const).map((end) => (
            <Field key={end} label={copy[end]}>
              <Input
                type="time"
                required
                value={quiet[end]}
                onChange={(event) => setQuiet({ ...quiet, [end]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <p className={styles.aside}>{copy.hint}</p>
        <Button type="submit" variant="outline" isBusy={isSaving} className={styles.save}>
          {copy.save}
        </Button>
      </form>
    </section>
  )
}
