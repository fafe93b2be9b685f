import { Button } from '@marashi/ui/button'
import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { noticesCopy } from '../../copy/notices.ts'
import { isSoundOn, ringTwice, switchSound } from '../../lib/notify/sound.ts'
import styles from './notices-page.module.css'
import type { useThisBrowser } from './use-this-browser.ts'

const copy = noticesCopy.here

/** Whether this browser is called, the switch for it, and the sound of the open page. */
export function BrowserPanel({ here }: { here: ReturnType<typeof useThisBrowser> }) {
  const { own, isCalled, ability, isBusy, subscribe, unsubscribe, test, isTesting } = here
  const off = {
    yes: own ? copy.ended : copy.off,
    no: copy.unsupported,
    'add-first': copy.addFirst,
    denied: copy.denied,
  }
  const Icon = isCalled ? BellRing : BellOff
  return (
    <section aria-labelledby="this-browser">
      <h2 id="this-browser" className={styles.title}>
        {copy.title}
      </h2>
      <p className={styles.state}>
        <Icon size={20} aria-hidden="true" className={isCalled ? styles.on : undefined} />
        {isCalled ? copy.on : off[ability]}
      </p>
      <div className={styles.actions}>
        {own && isCalled && (
          <Button isBusy={isTesting} onClick={() => test(own.id)}>
            {copy.test}
          </Button>
        )}
        {!isCalled && ability === 'yes' && (
          <Button isBusy={isBusy} onClick={() => void subscribe()}>
            {copy.subscribe}
          </Button>
        )}
        {own && (
          <Button variant="outline" isBusy={isBusy} onClick={() => void unsubscribe(own.id)}>
            {copy.unsubscribe}
          </Button>
        )}
      </div>
      <SoundSwitch />
    </section>
  )
}

function SoundSwitch() {
  const [isOn, setIsOn] = useState(isSoundOn)
  const change = (next: boolean) => {
    setIsOn(next)
    switchSound(next)
    if (next) ringTwice()
  }
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
      {copy.sound}
    </label>
  )
}
