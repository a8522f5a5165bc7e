"""Runs a command on a pseudo terminal: terminal.py COLUMNS COMMAND...

What comes in goes to the terminal, what the terminal shows comes out. Ends with the exit code of the command.
"""
import fcntl, os, pty, select, struct, sys, termios

columns, command = int(sys.argv[1]), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))
    os.execvp(command[0], command)

sources = [terminal, 0]
while terminal in sources:
    for source in select.select(sources, [], [])[0]:
        try:
            data = os.read(source, 65536)
        except OSError:  # Linux says so when the last program has left the terminal.
            data = b''
        if data:
            os.write(terminal if source == 0 else 1, data)
        else:
            sources.remove(source)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) % 256)
