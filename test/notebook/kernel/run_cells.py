"""Runs cells in a Jupyter kernel. Reads requests and prints answers, one JSON object a line.

A request is {"code", "timeoutS", "quietS", "listenS"}. The answer holds the status of the execution and all messages that
arrived since the previous answer, in their order. Deno's kernel can send results after it has told that it is idle, so an
answer waits until no message has arrived for quietS, and for listenS at most.
"""

import json
import sys
import time
from queue import Empty

from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager

SHOWN = {"display_data", "update_display_data", "execute_result", "stream", "error", "clear_output"}


def execute(client, request):
    execution = client.execute(request["code"], allow_stdin=False)
    ends_at = time.monotonic() + request["timeoutS"]
    is_idle = False
    outputs = []
    while True:
        left_s = max(0, ends_at - time.monotonic())
        try:
            message = client.get_iopub_msg(timeout=min(request["quietS"], left_s) if is_idle else left_s)
        except Empty:
            break
        kind, content = message["msg_type"], message["content"]
        if kind in SHOWN:
            outputs.append({"type": kind, **content})
        elif kind == "status" and content["execution_state"] == "idle":
            if not is_idle and message["parent_header"].get("msg_id") == execution:
                is_idle = True
                ends_at = time.monotonic() + request["listenS"]
    if not is_idle:
        return {"status": "timeout", "outputs": outputs}
    return {"status": client.get_shell_msg(timeout=5)["content"]["status"], "outputs": outputs}


def main(kernels, cwd):
    specs = KernelSpecManager(kernel_dirs=[kernels], ensure_native_kernel=False)
    manager = KernelManager(kernel_name="deno", kernel_spec_manager=specs)
    manager.start_kernel(cwd=cwd)
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        print(json.dumps({"status": "ready"}), flush=True)
        for line in sys.stdin:
            print(json.dumps(execute(client, json.loads(line))), flush=True)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


main(*sys.argv[1:])
