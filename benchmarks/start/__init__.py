"""What starting costs, before anything is asked: CPU of whole processes, paired and by turns."""
