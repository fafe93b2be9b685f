import type { ConfirmationAddresses } from '@marashi/domain/contracts/admin-confirmations'
import { Fragment } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { CopyText } from '../../../lib/display/copy-text.tsx'
import styles from './confirmation-addresses.module.css'

const copy = cashUpCopy.addresses

/** The secret addresses, to be copied into Safaricom's portal. */
export function ShownAddresses({
  addresses: { confirmationUrl, validationUrl },
}: {
  addresses: ConfirmationAddresses
}) {
  return (
    <>
      <p role="status" className={styles.hint}>
        {copy.secret}
      </p>
      <Address name={copy.confirmation} url={confirmationUrl} />
      <Address name={copy.validation} url={validationUrl} />
    </>
  )
}

function Address({ name, url }: { name: string; url: string }) {
  return (
    <div>
      <p className={styles.name}>{name}</p>
      <p className={styles.url}>
        <code>
          {partsOf(url).map(({ part, upToHere }) => (
            <Fragment key={upToHere}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </code>
        <CopyText text={url} label={copy.copy(name)} />
      </p>
    </div>
  )
}

/** A narrow screen breaks an address behind its slashes before it breaks a word. */
const partsOf = (url: string) =>
  [...url.matchAll(/[^/]+\/*|\/+/g)].map(({ 0: part, index }) => ({
    part,
    upToHere: url.slice(0, index + part.length),
  }))
