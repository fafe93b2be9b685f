import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { type NoticeChannel, type NoticeKind, noticeChannels, noticeKinds } from '@marashi/domain/rules/notices'
import { noticesCopy } from '../../copy/notices.ts'
import { useAtOnce } from '../../lib/forms/use-at-once.ts'
import styles from './notices-page.module.css'
import { useSaveNoticeSetting } from './use-save-notice-setting.ts'

const copy = noticesCopy.what

type Choices = Record<NoticeChannel, SettingRecord<NoticeKind[]>>

/** Each kind of notice by each channel; a tap shows at once and saves it. */
export function NoticeChoices({ notices }: { notices: Choices }) {
  const choices = { email: useChoices('email', notices), push: useChoices('push', notices) }

  function change(channel: NoticeChannel, kind: NoticeKind, isOn: boolean) {
    const [chosen, choose] = choices[channel]
    const others = chosen.filter((each) => each !== kind)
    void choose(isOn ? [...others, kind] : others)
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
                      checked={choices[channel][0].includes(kind)}
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

function useChoices(channel: NoticeChannel, notices: Choices) {
  const { save } = useSaveNoticeSetting(channel)
  return useAtOnce(notices[channel].value, (value) => save({ value }))
}
