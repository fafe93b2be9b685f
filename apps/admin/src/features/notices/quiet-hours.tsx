import { failureOf } from '@marashi/api-client/failure'
import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { type FormEvent, useState } from 'react'
import { noticesCopy } from '../../copy/notices.ts'
import { AskBeforeLeaving } from '../../lib/forms/unsaved-question.tsx'
import styles from './notices-page.module.css'
import { useSaveNoticeSetting } from './use-save-notice-setting.ts'

const copy = noticesCopy.quiet

type Quiet = { isOn: boolean; from: string; until: string }

/** Hours in which nobody is disturbed. Beside choices that save themselves they ask before the page is left without saving them. */
export function QuietHours({ setting }: { setting: SettingRecord<Quiet> }) {
  const { save, isSaving } = useSaveNoticeSetting('quietHours')
  // What is typed is typed over the version that was shown: another tab may save meanwhile.
  const [typed, setTyped] = useState<{ quiet: Quiet; read: number }>()
  const quiet = typed?.quiet ?? setting.value
  const isDirty = !isSaving && JSON.stringify(quiet) !== JSON.stringify(setting.value)
  const setQuiet = (next: Quiet) => setTyped({ quiet: next, read: typed?.read ?? setting.version })
  async function submit(event: FormEvent) {
    event.preventDefault()
    // A second press while it saves is the first one's.
    if (isSaving) return
    try {
      const { version } = await save({ value: quiet, ...(typed && { read: typed.read }) })
      // What was typed meanwhile was typed over what is stored now.
      setTyped((now) => (now && now !== typed ? { ...now, read: version } : undefined))
    } catch (error) {
      // A refusal has been said. After a stale one the newest are shown; others leave what was typed.
      if (failureOf(error).code === 'STALE') setTyped(undefined)
    }
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
        <AskBeforeLeaving isDirty={isDirty} />
      </form>
    </section>
  )
}
