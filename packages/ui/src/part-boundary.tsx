import { Component, type ReactNode } from 'react'
import { FailedPart, type FailedPartWords } from './failed-part.tsx'

type Props = { words: FailedPartWords; children: ReactNode }

/** Wraps one part of a page. When the part fails, only this part is replaced by a message and Retry. */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <FailedPart words={this.props.words} onRetry={() => this.setState({ hasFailed: false })} />
  }
}
