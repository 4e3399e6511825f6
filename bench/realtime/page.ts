/** The least page that shows what is said: `show(text)` puts it on the screen. */
export const pageOf = (script: string, head = ''): string => `<!doctype html><title>Talk</title>${head}
<ul></ul>
<script>
const show = (text) => {
  const line = document.createElement('li');
  line.textContent = text;
  document.querySelector('ul').append(line);
  line.scrollIntoView();
};
${script}
</script>`;
