import { QrCodeWidget } from '../qrCode/QrCodeWidget.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** The QR code of a vote at Mentimeter, with its link and the code to enter there (WIDGET-10). */
export default function MentimeterQrCodeWidget(props: WidgetProps<'MentimeterQrCodeWidget'>) {
  return <QrCodeWidget {...props} votingCode={props.configuration.votingCode} />;
}
