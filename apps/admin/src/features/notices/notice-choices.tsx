import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { type NoticeChannel, type NoticeKind, noticeChannels, noticeKinds } from '@marashi/domain/rules/notices'
import { noticesCopy } from '../../copy/notices.ts'
import styles from './notices-page.module.css'
import { useSetting } from './use-setting.ts'

const copy = noticesCopy.what

type Choices = Record<NoticeChannel, SettingRecord<NoticeKind[]>>

/** Each kind of notice by each channel; a tap saves it. */
export function NoticeChoices({ notices }: { notices: Choices }) {
  const setting = { email: useSetting('notices.email'), push: useSetting('notices.push') }
  const chosenOf = (channel: NoticeChannel) =>
    (setting[channel].pending as NoticeKind[] | undefined) ?? notices[channel].value

  function change(channel: NoticeChannel, kind: NoticeKind, isOn: boolean) {
    const others = chosenOf(channel).filter((each) => each !== kind)
    setting[channel].save(isOn ? [...others, kind] : others, notices[channel].version)
  }

  return (
    <section aria-labelledby="what">
      <h2 id="what" className={styles.title}>
        {copy.title}
      </h2>
      <table className={styles.choices}>
        <thead>
          <tr>
            <th scope="col">{copy.event}</th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {copy[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{copy.kinds[kind]}</th>
              {noticeChannels.map((channel) => (
                <td key={channel}>
                  <label className={styles.cell}>
                    <input
                      type="checkbox"
                      aria-label={copy.by(copy.kinds[kind], copy[channel])}
                      checked={chosenOf(channel).includes(kind)}
                      aria-disabled={setting[channel].isSaving}
                      onChange={(event) => change(channel, kind, event.target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.aside}>{copy.hint}</p>
    </section>
  )
}
